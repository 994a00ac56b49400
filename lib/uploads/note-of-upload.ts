import type { Upload } from '@tus/server';
import { findOutage } from '#lib/outage';
import { isUploadId, uploadStore } from '#lib/uploads/upload-store';
import { perProcess } from '#lib/per-process';

/** Identifies an upload of an account. */
export interface UploadRef {
  accountId: string;
  uploadId: string;
}

/** Reads an upload, complete or partial; undefined if the account has no such upload. */
export async function readUpload({ accountId, uploadId }: UploadRef): Promise<Upload | undefined> {
  if (!isUploadId(uploadId)) return undefined;
  const { datastore, toName } = await uploadStore({ accountId });
  return datastore.getUpload(toName(uploadId)).catch((error: unknown) => {
    if (findOutage(error) !== undefined) throw error;
    return undefined;
  });
}

/**
 * Updates the metadata of an account's upload, if there is one. Updates take turns within this process; the last one
 * wins.
 */
export async function noteOfUpload(which: UploadRef, note: Record<string, string>): Promise<void> {
  const turns = perProcess('longhandUploadNotes', () => new Map<string, Promise<void>>());
  const turn = (turns.get(which.uploadId) ?? Promise.resolve()).then(() => addNote(which, note));
  const settled = turn.catch(() => undefined);
  turns.set(which.uploadId, settled);
  await turn.finally(() => {
    if (turns.get(which.uploadId) === settled) turns.delete(which.uploadId);
  });
}

async function addNote(which: UploadRef, note: Record<string, string>): Promise<void> {
  const upload = await readUpload(which);
  if (upload === undefined) return;
  upload.metadata = { ...upload.metadata, ...note };
  await (await uploadStore(which)).note(upload);
}
