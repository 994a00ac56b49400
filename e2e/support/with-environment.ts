/** Runs a function while this process's environment also has these variables. */
export async function withEnvironment<T>(
  variables: Record<string, string>,
  run: () => Promise<T>,
): Promise<T> {
  const before = process.env;
  process.env = { ...before, ...variables };
  try {
    return await run();
  } finally {
    process.env = before;
  }
}
