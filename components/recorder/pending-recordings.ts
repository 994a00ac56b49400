import { submittedFiles } from '#components/uploads/cards/submit-files.ts';
import { addFiles, begunUploads, type UploadWork } from '#components/uploads/uploads-store.ts';
import { uploadsStore } from '#components/uploads/uploads-state.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { databaseName, type StoredRecording } from './stored-recording';

/* Recordings that aren't jobs yet and aren't being uploaded. A tab locks what it records or uploads. */

/** Asks the server which of these uploads became jobs. */
export type FindSubmitted = (uploadIds: string[]) => Promise<ActionResult<string[]>>;

export const noRecordings: readonly StoredRecording[] = [];

const store = createStore(noRecordings);

/** Recordings to upload or discard. */
export const pendingRecordings: ReadableStore<readonly StoredRecording[]> = store;

const loadStore = () => import('./recording-store');

/** Lists this account's recordings. Most people never record, and load no code for it. */
async function listRecordings(owner: string): Promise<StoredRecording[]> {
  const databases = await indexedDB.databases();
  const isAny = databases.some(({ name }) => name === databaseName);
  return isAny ? (await loadStore()).listRecordings(owner) : [];
}

/** Stores the recording's metadata again. Without browser storage, its upload has everything. */
async function keepRecording(recording: StoredRecording): Promise<void> {
  await loadStore()
    .then(({ putRecording }) => putRecording(recording))
    .catch(() => undefined);
}

const lockPrefix = 'longhand.recording.';
/** The recording in progress. */
let activeId: string | undefined;
/** Unlock functions by recording ID. */
const held = new Map<string, () => void>();
/** Recordings by upload key. */
const uploading = new Map<string, StoredRecording>();

/** Loads the recordings to offer to this account. Without browser storage, there are none. */
export async function refreshPending(owner: string): Promise<void> {
  try {
    const [recordings, elsewhere] = await Promise.all([listRecordings(owner), findLockedElsewhere()]);
    for (const recording of recordings) followUploaded(recording);
    const underWay = new Set([...uploading.values()].map(({ id }) => id));
    const isOffered = (id: string) => id !== activeId && !underWay.has(id) && !elsewhere.has(id);
    const offered = recordings.filter(({ id }) => isOffered(id));
    store.set(offered.length === 0 ? noRecordings : offered);
  } catch {
    store.set(noRecordings);
  }
}

/** Removes recordings whose uploads became jobs unnoticed, so they aren't charged twice. Offline, they stay. */
export async function removeSubmitted(owner: string, findSubmitted: FindSubmitted): Promise<void> {
  try {
    const begun = (await listRecordings(owner)).filter(({ uploadId }) => uploadId !== undefined);
    if (begun.length === 0) return;
    const result = await findSubmitted(begun.flatMap(({ uploadId }) => uploadId ?? []));
    if ('error' in result) return;
    const submitted = new Set(result.value);
    const { removeRecording } = await loadStore();
    for (const { id, uploadId } of begun) if (submitted.has(uploadId ?? '')) await removeRecording(id);
  } catch {
    // Submission is unknown, so they stay.
  }
}

/** A complete upload from an earlier visit replaces its recording in the list, which is stored until it is a job. */
function followUploaded(recording: StoredRecording): void {
  const file = uploadsStore
    .get()
    .files.find(({ uploadId }) => uploadId !== undefined && uploadId === recording.uploadId);
  const isWhole = file?.phase.kind === 'ready' || file?.phase.kind === 'measuring';
  if (file !== undefined && isWhole && !uploading.has(file.key)) uploading.set(file.key, recording);
}

/** Hides this recording from the list while in progress; undefined for none. */
export function setActive(id: string | undefined): void {
  activeId = id;
  if (id !== undefined) holdRecording(id);
}

/** Hides this recording from other tabs until it is removed or the tab is closed. */
function holdRecording(id: string): void {
  if (held.has(id) || !('locks' in navigator)) return;
  const holding = new Promise<void>((resolve) => held.set(id, resolve));
  navigator.locks.request(lockPrefix + id, () => holding).catch(() => undefined);
}

/** Uploads a recording, which stays in this browser until it is a job. */
export async function uploadRecording(
  recording: StoredRecording,
  work: UploadWork,
  file?: File,
): Promise<void> {
  const whole = file ?? (await (await loadStore()).readRecording(recording));
  holdRecording(recording.id);
  // It may have been renamed.
  await keepRecording(recording);
  const [key] = addFiles([whole], work);
  if (key !== undefined) uploading.set(key, recording);
  await refreshPending(recording.owner);
}

/** Removes a recording for good. */
export async function discardRecording({ id, owner }: StoredRecording): Promise<void> {
  await loadStore()
    .then(({ removeRecording }) => removeRecording(id))
    .catch(() => undefined);
  held.get(id)?.();
  held.delete(id);
  await refreshPending(owner);
}

/** Follows uploads of recordings to their end. Returns an unsubscribe function. */
export function followUploads(): () => void {
  const stopSubmitted = submittedFiles.subscribe((key) => {
    const recording = uploading.get(key);
    uploading.delete(key);
    if (recording !== undefined) void discardRecording(recording);
  });
  const stopBegun = begunUploads.subscribe(({ key, uploadId }) => {
    const recording = uploading.get(key);
    if (recording !== undefined) void keepRecording({ ...recording, uploadId });
  });
  const stopUploads = uploadsStore.subscribe(() => {
    const keys = new Set(uploadsStore.get().files.map(({ key }) => key));
    for (const [key, recording] of uploading) {
      if (keys.has(key)) continue;
      uploading.delete(key);
      void refreshPending(recording.owner);
    }
  });
  return () => {
    stopSubmitted();
    stopBegun();
    stopUploads();
  };
}

async function findLockedElsewhere(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held: locks = [] } = await navigator.locks.query();
  const ids = locks.flatMap(({ name = '' }) =>
    name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [],
  );
  return new Set(ids.filter((id) => !held.has(id)));
}
