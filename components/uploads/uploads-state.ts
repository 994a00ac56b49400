import { parseDraft, parseName } from '#components/recognition/draft.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { isUnderWay, type ChosenFile, type StoredUpload } from './upload-phases';

/* Pending files belong to the browser's page, not to a component: uploads continue while the user navigates. */

/** All recordings that aren't jobs yet. */
export interface UploadsState {
  files: ChosenFile[];
  /** Uploads that were removed or became jobs: a page rendered earlier may still list them. */
  left: ReadonlySet<string>;
  /** The jobs submitted last, until the next recording is added. */
  submitted: readonly string[];
}

export const noUploads: UploadsState = { files: [], left: new Set(), submitted: [] };

const store = createStore(noUploads);

/** The store of pending files. */
export const uploadsStore: ReadableStore<UploadsState> = store;

/** Changes the state. While a file is uploading, the browser asks before the page is closed. */
export function change(update: Partial<UploadsState>): void {
  const state = { ...store.get(), ...update };
  if (state.files.some(isUnderWay)) globalThis.addEventListener('beforeunload', askToStay);
  else globalThis.removeEventListener('beforeunload', askToStay);
  store.set(state);
}

/** Changes some of the files. */
export function changeFiles(keys: readonly string[], update: (file: ChosenFile) => ChosenFile): void {
  const files = store.get().files.map((file) => (keys.includes(file.key) ? update(file) : file));
  change({ files });
}

/** Returns the files, plus those that the server has from elsewhere; the same array if there are no others. */
export function withStored(
  { files, left }: Pick<UploadsState, 'files' | 'left'>,
  stored: readonly StoredUpload[],
): ChosenFile[] {
  const known = new Set(files.map(({ uploadId }) => uploadId));
  const added = stored.filter(({ uploadId }) => !known.has(uploadId) && !left.has(uploadId));
  return added.length === 0 ? files : [...files, ...added.map(toFile)];
}

function toFile(stored: StoredUpload): ChosenFile {
  const { uploadId, options, expiresAt } = stored;
  const card = {
    // Files chosen here have numbers as keys.
    key: uploadId,
    ...{ uploadId, expiresAt, draft: parseDraft(options) },
    ...{ refusals: {}, isOpen: false, isSubmitting: false },
  };
  if ('url' in stored)
    return { ...card, name: parseName(options), bytes: 0, phase: { kind: 'link', url: stored.url } };
  const { name, bytes, sentBytes, measured, transcript } = stored;
  return {
    ...card,
    ...{ name, bytes, transcript },
    phase:
      sentBytes < bytes
        ? { kind: 'partial', sentBytes }
        : measured === undefined
          ? { kind: 'measuring' }
          : { kind: 'ready', ...measured },
  };
}

/** Makes the browser ask, in its own words. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
