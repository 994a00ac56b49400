import { createStore, type ReadableStore } from '#components/ui/store.ts';

export const noFiles: readonly File[] = [];

const store = createStore(noFiles);

/** Files dropped on an account page, until the Transcripts page takes them. */
export const droppedFiles: ReadableStore<readonly File[]> = store;

/** Stores files for the Transcripts page, which may not be open yet. */
export function leaveFiles(files: readonly File[]): void {
  store.set([...store.get(), ...files]);
}

/** Returns the stored files and clears them. */
export function takeFiles(): readonly File[] {
  const files = store.get();
  store.set(noFiles);
  return files;
}
