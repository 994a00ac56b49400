import { useSyncExternalStore } from 'react';

/** Notifies its listeners of what happens. */
export interface Emitter<T> {
  emit: (value: T) => void;
  /** Returns an unsubscribe function. */
  subscribe: (listener: (value: T) => void) => () => void;
}

/** A value that changes, for those who only read it. */
export interface ReadableStore<T> {
  get: () => T;
  /** Calls after each change. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/** A value that changes, and notifies its listeners: set by commands, shown by components. */
export interface Store<T> extends ReadableStore<T> {
  set: (value: T) => void;
}

/** An emitter without listeners. */
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

/** A store with its first value. */
export function createStore<T>(first: T): Store<T> {
  return createLazyStore(() => first);
}

/** A store whose first value is read when it is first needed: some can be read only in a browser. */
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

/** The value of a store, now and whenever it changes; while a page hydrates `onServer`, if it differs there. */
export function useStored<T>({ get, subscribe }: ReadableStore<T>, onServer?: T): T {
  return useSyncExternalStore(subscribe, get, onServer === undefined ? get : () => onServer);
}

/** One field of a store's value; a change of the others draws nothing again. */
export function useStoredField<T, Name extends keyof T>(store: ReadableStore<T>, name: Name): T[Name] {
  const get = (): T[Name] => store.get()[name];
  return useSyncExternalStore(store.subscribe, get, get);
}
