import { useSyncExternalStore } from 'react';

/** A value that changes, and tells of it: what commands set and parts of the page show. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Returns what ends it. */
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
