import { createStore, type ReadableStore } from '#components/ui/store.ts';

export const noFiles: readonly File[] = [];

const store = createStore(noFiles);

/** Files that were dropped on a page of the account, until the upload box takes them. */
export const droppedFiles: ReadableStore<readonly File[]> = store;

/** Leaves files for the upload box, which may be on a page that has yet to open. */
export function leaveFiles(files: readonly File[]): void {
  store.set([...store.get(), ...files]);
}

/** Takes what was left. */
export function takeFiles(): readonly File[] {
  const files = store.get();
  store.set(noFiles);
  return files;
}
