import { createLazyStore, type ReadableStore } from '#components/ui/store.ts';

const key = 'longhand.upload-box';

const store = createLazyStore(readFolded);

/** Whether the upload box is folded on a phone, as this browser remembers it. */
export const foldStore: ReadableStore<boolean> = store;

/** Folds or unfolds the upload box, and remembers that where the browser can. */
export function setFolded(isFolded: boolean): void {
  store.set(isFolded);
  try {
    localStorage.setItem(key, isFolded ? 'folded' : 'open');
  } catch {
    // A browser may refuse storage: it then lasts as long as the page.
  }
}

function readFolded(): boolean {
  try {
    return localStorage.getItem(key) !== 'open';
  } catch {
    return true;
  }
}
