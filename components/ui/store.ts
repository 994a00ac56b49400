import { useSyncExternalStore } from 'react';

/** A value that changes, and notifies its listeners: set by commands, shown by components. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/** A store with its first value. */
export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of a store, now and whenever it changes. */
export function useStored<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** One field of a store's value; a change of the others draws nothing again. */
export function useStoredField<T, Name extends keyof T>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  name: Name,
): T[Name] {
  const get = (): T[Name] => store.get()[name];
  return useSyncExternalStore(store.subscribe, get, get);
}
