/** The result of the work, or the signal's reason as soon as that aborts: the work itself then continues, and nobody hears of its end. */
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
    // Nobody waits for it any more.
    work.catch(() => {});
  }
}
