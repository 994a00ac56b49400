/**
 * Gives this process settings, for tests of what reads them from `env()`. They are read once, at the first need: call
 * this before anything of the test does.
 */
export function useSettings(settings: Record<string, string>): void {
  Object.assign(process.env, settings);
}
