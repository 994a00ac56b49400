import { parseDraft, parseName } from '#components/recognition/draft.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { isUnderWay, type ChosenFile, type StoredUpload } from './upload-phases';

/* Files on their way belong to the browser's page, not a component: uploads last while other pages are open. */

/** All recordings that wait to become jobs. */
export interface UploadsState {
  files: ChosenFile[];
  /** The uploads that were removed or have become jobs: a page that was rendered before may still name them. */
  left: ReadonlySet<string>;
  /** The jobs that were submitted last, until the next recording is added. */
  submitted: readonly string[];
}

export const noUploads: UploadsState = { files: [], left: new Set(), submitted: [] };

const store = createStore(noUploads);

/** The files on their way now. */
export const uploadsStore: ReadableStore<UploadsState> = store;

/** Changes the state. As long as a file is under way, the browser asks before its page is left. */
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

/** The files with those that the server has from elsewhere; the same ones where it has no others. */
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
    // Keys of files that were chosen here are numbers.
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

/** The browser asks, in words of its own. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
