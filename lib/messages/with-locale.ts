import { AsyncLocalStorage } from 'node:async_hooks';
import { carrierKey } from '#lib/messages/locale';

const shared = globalThis as { [carrierKey]?: AsyncLocalStorage<string> };

/** Runs the work, and all that it waits for, with messages and formats in this locale: a request's, or an account's language. */
export function withLocale<T>(locale: string, work: () => T): T {
  shared[carrierKey] ??= new AsyncLocalStorage();
  return shared[carrierKey].run(locale, work);
}
