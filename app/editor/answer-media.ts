import * as texts from '#messages/editor/media';
import { hasAlready } from '#app/editor/read-request';
import type { Db } from '#lib/db/database';
import { env } from '#lib/settings/env';
import { signMediaTicket, ticketMinutes, type MediaTicket } from '#lib/renditions/media-ticket';
import { type JobMedia, readMedia } from '#lib/renditions/read-media';
import { Refusal } from '#lib/refusal';
import { readSecret } from '#lib/settings/secret';
import { openStorage } from '#lib/storage/open-storage';

/** The job whose media is requested; `linkId` is the guest's share link. */
interface Asked {
  db: Db;
  accountId: string;
  jobId: string;
  linkId?: string | undefined;
}

/** The rendition's signed URL, or that it is being prepared, with the original's URL, or why there is none. */
export async function answerMedia({ db, accountId, jobId, linkId }: Asked): Promise<Response> {
  const media = await find({ db, accountId, jobId });
  if (media === undefined) return new Response(null, { status: 404 });
  const expiresAt = new Date(Date.now() + ticketMinutes * 60_000);
  const sign = async (file: MediaTicket['file']): Promise<string> =>
    `/media/${signMediaTicket(await readSecret(env()), { jobId, linkId, file, expiresAt })}`;
  if (media.state === 'preparing') {
    const { state } = media;
    const original = media.original && { ...media.original, url: await sign('original'), expiresAt };
    return Response.json({ state, ...(original && { original }) });
  }
  if (media.state === 'missing') {
    const { reason: cause } = media;
    return Response.json({ state: 'missing', cause, reason: texts.missing[cause]() });
  }
  const { state, kind, type, file, isPictureAwaited } = media;
  const answer = { state, kind, type, url: await sign(file), expiresAt };
  return Response.json(isPictureAwaited ? { ...answer, picture: 'preparing' } : answer);
}

/** The waveform in audiowaveform's data format; 404 if there is none yet. */
export async function answerPeaks(request: Request, { db, accountId, jobId }: Asked): Promise<Response> {
  const media = await find({ db, accountId, jobId });
  const storage = openStorage();
  const key = media?.state === 'ready' ? media.peaksKey : undefined;
  const size = key === undefined ? undefined : await storage.getSize(key);
  if (key === undefined || size === undefined) return new Response(null, { status: 404 });
  const headers = { etag: `"${key}"`, 'cache-control': 'private, no-cache' };
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers });
  // At most 1.7 MB, for the maximum duration of 12 hours.
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of storage.read(key, { start: 0, end: size - 1 })) parts.push(new Uint8Array(part));
  return new Response(new Blob(parts), {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
}

async function find({ db, ...job }: Asked): Promise<JobMedia | undefined> {
  try {
    return await readMedia(db, job);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
