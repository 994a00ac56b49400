import type { Upload } from '@tus/server';
import { pricesCents } from '#lib/billing/price';
import { measureMedia } from '#lib/jobs/submit/measure-media';
import { env } from '#lib/settings/env';
import { InvalidMedia } from '#lib/media/media-failure';
import { noteOfUpload, readUpload } from '#lib/uploads/note-of-upload';
import { uploadStore } from '#lib/uploads/upload-store';

/** The length and the prices of an upload in cents, or the reason why it can't be transcribed, as text. */
export type Measured =
  | { durationSeconds: number; prices: ReturnType<typeof pricesCents> }
  | { fault: string };

/** A complete upload; its length is known once it was measured. */
export interface WholeUpload {
  upload: Upload;
  durationSeconds: number | undefined;
}

/** Finds a complete upload of the account; undefined if it is incomplete or not the account's. */
export async function findUpload({
  accountId,
  uploadId,
}: {
  accountId: string;
  uploadId: string;
}): Promise<WholeUpload | undefined> {
  const upload = await readUpload({ accountId, uploadId });
  if (upload === undefined || upload.offset !== upload.size) return undefined;
  const known = upload.metadata?.['durationSeconds'];
  return { upload, durationSeconds: known ? Number(known) : undefined };
}

/**
 * Measures a complete upload and its prices; undefined if there is none. Refuses `service-unavailable` when overloaded.
 */
export async function measureUpload(which: {
  accountId: string;
  uploadId: string;
}): Promise<Measured | undefined> {
  const found = await findUpload(which);
  if (found === undefined) return undefined;
  const { maxMediaSeconds: maxSeconds } = env();
  const toMeasured = (durationSeconds: number) => ({
    durationSeconds,
    prices: pricesCents(durationSeconds, env()),
  });
  if (found.durationSeconds !== undefined) return toMeasured(found.durationSeconds);
  try {
    const { accountId, uploadId } = which;
    const store = await uploadStore({ accountId });
    const { durationSeconds } = await measureMedia((use) => store.withLocalFile(uploadId, use), {
      accountId,
      maxSeconds,
    });
    await noteOfUpload(which, { durationSeconds: String(durationSeconds) });
    return toMeasured(durationSeconds);
  } catch (error) {
    if (error instanceof InvalidMedia) return { fault: error.detail };
    throw error;
  }
}
