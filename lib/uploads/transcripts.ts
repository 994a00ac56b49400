import { and, eq, ne, lt } from 'drizzle-orm';
import { uploadTranscripts } from '#drizzle/schema/upload-transcripts';
import type { Db } from '#lib/db/connect';
import { readTranscriptPart } from '#lib/imports/read-transcript-part';
import { invalidParameter } from '#lib/refusal';
import { mediaName } from '#lib/jobs/submit/media-name';
import { readUpload, type UploadRef } from '#lib/uploads/note-of-upload';

/** The maximum per account, for uploads without a job: each may take several megabytes. */
const maxTranscripts = 100;

/** The refusal of one more transcript for an upload. */
export const tooManyTranscripts = `At most ${maxTranscripts} transcripts can wait with uploads.`;

/**
 * Adds a local transcript file to an upload, replacing an earlier one, and returns its stored name; undefined if the
 * account has no such upload. Refuses as `readTranscriptPart` does, and `invalid-parameters` for too many.
 */
export async function addTranscript(
  db: Db,
  { accountId, uploadId, file, fileName }: UploadRef & { file: string; fileName: string },
  signal?: AbortSignal,
): Promise<string | undefined> {
  if ((await readUpload({ accountId, uploadId })) === undefined) return undefined;
  const others = and(eq(uploadTranscripts.accountId, accountId), ne(uploadTranscripts.uploadId, uploadId));
  if ((await db.$count(uploadTranscripts, others)) >= maxTranscripts)
    throw invalidParameter('transcript', tooManyTranscripts);
  const paragraphs = await readTranscriptPart(file, { accountId, signal });
  const kept = { name: mediaName({ fileName }), paragraphs, createdAt: new Date() };
  await db
    .insert(uploadTranscripts)
    .values({ accountId, uploadId, ...kept })
    .onConflictDoUpdate({ target: [uploadTranscripts.accountId, uploadTranscripts.uploadId], set: kept });
  return kept.name;
}

/** Removes the transcript of an upload, if it has one; the upload stays. */
export async function removeTranscript(db: Db, { accountId, uploadId }: UploadRef): Promise<void> {
  await db
    .delete(uploadTranscripts)
    .where(and(eq(uploadTranscripts.accountId, accountId), eq(uploadTranscripts.uploadId, uploadId)));
}

/** Removes transcripts that were added before this time to uploads that are gone. */
export async function sweepTranscripts(db: Db, before: Date): Promise<void> {
  const { accountId, uploadId, createdAt } = uploadTranscripts;
  const old = await db.select({ accountId, uploadId }).from(uploadTranscripts).where(lt(createdAt, before));
  for (const which of old) {
    if ((await readUpload(which)) === undefined) await removeTranscript(db, which);
  }
}
