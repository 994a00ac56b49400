import { useSyncExternalStore } from 'react';

/** Notifies listeners of events. */
export interface Emitter<T> {
  emit: (value: T) => void;
  /** Returns an unsubscribe function. */
  subscribe: (listener: (value: T) => void) => () => void;
}

/** The read-only side of a `Store`. */
export interface ReadableStore<T> {
  get: () => T;
  /** Calls after each change. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/** An observable value: set by commands, rendered by components. */
export interface Store<T> extends ReadableStore<T> {
  set: (value: T) => void;
}

/** Creates an emitter without listeners. */
export function createEmitter<T = void>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Creates a store with an initial value. */
export function createStore<T>(first: T): Store<T> {
  return createLazyStore(() => first);
}

/** Creates a store whose initial value is read on first use, since some can be read only in a browser. */
export function createLazyStore<T>(readFirst: () => T): Store<T> {
  const { emit, subscribe } = createEmitter();
  let holder: { value: T } | undefined;
  const read = (): { value: T } => (holder ??= { value: readFirst() });
  return {
    get: () => read().value,
    set(next) {
      if (Object.is(next, read().value)) return;
      holder = { value: next };
      emit();
    },
    subscribe,
  };
}

/** Subscribes to a store's value. `onServer` is used during hydration, if it differs on the server. */
export function useStored<T>({ get, subscribe }: ReadableStore<T>, onServer?: T): T {
  return useSyncExternalStore(subscribe, get, onServer === undefined ? get : () => onServer);
}

/** Subscribes to one field of a store's value. Changes to other fields don't rerender. */
export function useStoredField<T, Name extends keyof T>(store: ReadableStore<T>, name: Name): T[Name] {
  const get = (): T[Name] => store.get()[name];
  return useSyncExternalStore(store.subscribe, get, get);
}
