import { format, stripVTControlCharacters } from 'node:util';
import { log } from '#lib/settings/log';

const levels = { error: 'error', warn: 'warn', info: 'info', log: 'debug', debug: 'debug' } as const;

/**
 * Converts libraries' console output in this process to log lines, such as errors of pages in Next, which contain
 * values of failed queries that must be removed. An error is logged as a warning unless `isOurs` attributes it to the
 * server; output without a level is logged for debugging, such as the duration of Next's configuration.
 */
export function logConsole({ isOurs = () => true }: { isOurs?: () => boolean } = {}): void {
  for (const [method, level] of Object.entries(levels)) {
    // oxlint-disable-next-line no-console -- nothing is printed: it is taken from those who do
    console[method as keyof typeof levels] = (...printed: unknown[]) => {
      const err = printed.find((part) => part instanceof Error);
      const text = stripVTControlCharacters(format(...printed.filter((part) => part !== err))).trim();
      log()[level === 'error' && !isOurs() ? 'warn' : level]({ from: 'console', ...(err && { err }) }, text);
    };
  }
}
