import { createLazyStore, type Store } from './store';

/** The text that this browser has stored under a key; undefined if there is none, or site data is blocked. */
export function readLocal(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Parses the JSON that this browser has stored under a key; undefined if there is none that can be parsed. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Stores a text under a key, or removes it. If the browser refuses, the value lasts as long as the page. */
export function writeLocal(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or blocked.
  }
}

/** A store whose value this browser keeps under `key`: `parse` reads the stored text, `format` writes it. */
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
