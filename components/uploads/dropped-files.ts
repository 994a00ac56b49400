import { createStore, type ReadableStore } from '#components/ui/store.ts';

export const noFiles: readonly File[] = [];

const store = createStore(noFiles);

/** Files that were dropped on a page of the account, until the Transcripts page takes them. */
export const droppedFiles: ReadableStore<readonly File[]> = store;

/** Leaves files for the Transcripts page, which may have yet to open. */
export function leaveFiles(files: readonly File[]): void {
  store.set([...store.get(), ...files]);
}

/** Takes what was left. */
export function takeFiles(): readonly File[] {
  const files = store.get();
  store.set(noFiles);
  return files;
}
