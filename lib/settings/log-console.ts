import { format, stripVTControlCharacters } from 'node:util';
import { log } from '#lib/settings/log';

const levels = { error: 'error', warn: 'warn', info: 'info', log: 'debug', debug: 'debug' } as const;

/**
 * Makes lines of the log of what libraries print in this process, such as the errors that pages end with in Next: these have the
 * values of failed queries, which no line may. An error is a warning while `isOurs` says that the request at hand is at fault;
 * what is printed with no level of its own is for debugging, such as the duration of Next's configuration.
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
