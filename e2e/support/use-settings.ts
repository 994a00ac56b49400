/**
 * Sets settings of this process, for tests of code that reads them from `env()`. They are read once, on first use: call
 * this before anything in the test does.
 */
export function useSettings(settings: Record<string, string>): void {
  Object.assign(process.env, settings);
}
