import { priceCents } from '#lib/billing/price';
import { env } from '#lib/settings/env';
import { readUpload } from '#lib/uploads/note-of-upload';
import { uploadKeptMs, uploadStore } from '#lib/uploads/upload-store';

/** An upload that no job was made of yet. */
export interface OpenUpload {
  uploadId: string;
  name: string;
  bytes: number;
  /** As many as `bytes` when it is whole. */
  sentBytes: number;
  /** Known once it was measured. */
  measured: { durationSeconds: number; priceCents: number } | undefined;
  /** The choices of recognition that were last saved, as JSON. */
  options: string | undefined;
  /** When it is swept unless something of it changes. */
  expiresAt: Date;
}

/** The account's uploads without a job, oldest first, but none that are empty or of unknown size. */
export async function listUploads({ accountId }: { accountId: string }): Promise<OpenUpload[]> {
  const listed = await (await uploadStore({ accountId })).list();
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
  return { durationSeconds, priceCents: priceCents(durationSeconds, env().priceCentsPerMinute) };
}
