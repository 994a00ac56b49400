/** Returns the result of the work, or throws the signal's reason once aborted; the work then continues unobserved. */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  let cut = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    cut = () => reject(signal.reason as Error);
    if (signal.aborted) cut();
    else signal.addEventListener('abort', cut);
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', cut);
    // The result is no longer awaited.
    work.catch(() => {});
  }
}
