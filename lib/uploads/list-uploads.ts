import { eq } from 'drizzle-orm';
import { uploadTranscripts } from '#drizzle/schema/upload-transcripts';
import { pricesCents } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { readUpload } from '#lib/uploads/note-of-upload';
import { uploadKeptMs, uploadStore } from '#lib/uploads/upload-store';

/** An upload without a job. */
export interface OpenUpload {
  uploadId: string;
  name: string;
  bytes: number;
  /** Equals `bytes` if it is complete. */
  sentBytes: number;
  /** Undefined until it is measured. */
  measured: { durationSeconds: number; prices: ReturnType<typeof pricesCents> } | undefined;
  /** The recognition options that were last saved, as JSON. */
  options: string | undefined;
  /** The name of its added transcript file. */
  transcript: string | undefined;
  /** The time at which it is swept unless it changes. */
  expiresAt: Date;
}

/** Lists the account's uploads without a job, oldest first, except those that are empty or of unknown size. */
export async function listUploads(db: Db, { accountId }: { accountId: string }): Promise<OpenUpload[]> {
  const listed = await (await uploadStore({ accountId })).list();
  const transcripts = listed.length === 0 ? undefined : await nameTranscripts(db, accountId);
  const found = await Promise.all(
    listed.map(async ({ uploadId, changedAt }) => {
      const upload = await readUpload({ accountId, uploadId });
      if (upload?.size === undefined || upload.offset === 0) return [];
      const { filename, durationSeconds, options } = upload.metadata ?? {};
      const seconds = durationSeconds ? Number(durationSeconds) : undefined;
      return [
        {
          begunAt: upload.creation_date ?? '',
          uploadId,
          name: filename ?? '',
          bytes: upload.size,
          sentBytes: upload.offset,
          measured: seconds === undefined ? undefined : toMeasured(seconds),
          options: options ?? undefined,
          transcript: transcripts?.get(uploadId),
          expiresAt: new Date(changedAt.getTime() + uploadKeptMs),
        },
      ];
    }),
  );
  return found
    .flat()
    .toSorted((a, b) => a.begunAt.localeCompare(b.begunAt) || a.uploadId.localeCompare(b.uploadId))
    .map(({ begunAt: _begunAt, ...upload }) => upload);
}

function toMeasured(durationSeconds: number): OpenUpload['measured'] {
  return { durationSeconds, prices: pricesCents(durationSeconds, env()) };
}

async function nameTranscripts(db: Db, accountId: string): Promise<Map<string, string>> {
  const { uploadId, name } = uploadTranscripts;
  const named = await db
    .select({ uploadId, name })
    .from(uploadTranscripts)
    .where(eq(uploadTranscripts.accountId, accountId));
  return new Map(named.map((transcript) => [transcript.uploadId, transcript.name]));
}
