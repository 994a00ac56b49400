import { submittedFiles } from '#components/uploads/cards/submit-files.ts';
import { addFiles, begunUploads, type UploadWork } from '#components/uploads/uploads-store.ts';
import { uploadsStore } from '#components/uploads/uploads-state.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import {
  listRecordings,
  putRecording,
  readRecording,
  removeRecording,
  type StoredRecording,
} from './recording-store';

/* Recordings that are not jobs, without those whose upload is under way. A tab locks what it records or uploads. */

/** Asks the server which of these uploads became jobs. */
export type FindSubmitted = (uploadIds: string[]) => Promise<ActionResult<string[]>>;

export const noRecordings: readonly StoredRecording[] = [];

const store = createStore(noRecordings);

/** The recordings to be uploaded or discarded. */
export const pendingRecordings: ReadableStore<readonly StoredRecording[]> = store;

const lockPrefix = 'longhand.recording.';
/** The one that is being made. */
let activeId: string | undefined;
/** Lets go of a recording, by its id. */
const held = new Map<string, () => void>();
/** The recording behind an upload, by the upload's key. */
const uploading = new Map<string, StoredRecording>();

/** Looks up what is to be offered to the owner of this account. A browser that keeps nothing has nothing. */
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

/** Removes recordings whose uploads became jobs, unknown to any page, lest they are charged twice; offline, they stay. */
export async function removeSubmitted(owner: string, findSubmitted: FindSubmitted): Promise<void> {
  try {
    const begun = (await listRecordings(owner)).filter(({ uploadId }) => uploadId !== undefined);
    if (begun.length === 0) return;
    const result = await findSubmitted(begun.flatMap(({ uploadId }) => uploadId ?? []));
    if ('error' in result) return;
    const submitted = new Set(result.value);
    for (const { id, uploadId } of begun) if (submitted.has(uploadId ?? '')) await removeRecording(id);
  } catch {
    // Nothing is known.
  }
}

/** An upload of an earlier visit that is all there takes the place of its recording, which stays until that is a job. */
function followUploaded(recording: StoredRecording): void {
  const file = uploadsStore
    .get()
    .files.find(({ uploadId }) => uploadId !== undefined && uploadId === recording.uploadId);
  const isWhole = file?.phase.kind === 'ready' || file?.phase.kind === 'measuring';
  if (file !== undefined && isWhole && !uploading.has(file.key)) uploading.set(file.key, recording);
}

/** Offers this recording nowhere while it is being made; undefined when none is. */
export function setActive(id: string | undefined): void {
  activeId = id;
  if (id !== undefined) holdRecording(id);
}

/** Keeps other tabs from offering this recording, until it is gone or the tab is. */
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
  const whole = file ?? (await readRecording(recording));
  holdRecording(recording.id);
  // Its name may be another by now. Where nothing can be kept, the upload has it all.
  await putRecording(recording).catch(() => undefined);
  const [key] = addFiles([whole], work);
  if (key !== undefined) uploading.set(key, recording);
  await refreshPending(recording.owner);
}

/** Removes a recording for good. */
export async function discardRecording({ id, owner }: StoredRecording): Promise<void> {
  await removeRecording(id).catch(() => undefined);
  held.get(id)?.();
  held.delete(id);
  await refreshPending(owner);
}

/** Follows the uploads of recordings to their end. Returns an unsubscribe function. */
export function followUploads(): () => void {
  const stopSubmitted = submittedFiles.subscribe((key) => {
    const recording = uploading.get(key);
    uploading.delete(key);
    if (recording !== undefined) void discardRecording(recording);
  });
  const stopBegun = begunUploads.subscribe(({ key, uploadId }) => {
    const recording = uploading.get(key);
    if (recording !== undefined) void putRecording({ ...recording, uploadId }).catch(() => undefined);
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
