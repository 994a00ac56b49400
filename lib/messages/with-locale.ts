import { AsyncLocalStorage } from 'node:async_hooks';
import { carrierKey } from '#lib/messages/locale';

const shared = globalThis as { [carrierKey]?: AsyncLocalStorage<string> };

/** Runs the work, asynchronous parts included, with messages and formats in a request's or an account's locale. */
export function withLocale<T>(locale: string, work: () => T): T {
  shared[carrierKey] ??= new AsyncLocalStorage();
  return shared[carrierKey].run(locale, work);
}
