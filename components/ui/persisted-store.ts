import { createLazyStore, type Store } from './store';

/** Reads a text from the browser's storage; undefined if missing, or if site data is blocked. */
export function readLocal(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Reads and parses JSON from the browser's storage; undefined if missing or invalid. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Stores a text under a key, or removes it. If the browser refuses, the value lasts while the page is open. */
export function writeLocal(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or blocked.
  }
}

/** A store persisted in the browser under `key`, with `parse` and `format` for its text. */
export function persistedStore<T>(
  key: string,
  parse: (text: string | undefined) => T,
  format: (value: T) => string,
): Store<T> {
  const store = createLazyStore(() => parse(readLocal(key)));
  return {
    ...store,
    set(value) {
      store.set(value);
      writeLocal(key, format(value));
    },
  };
}
