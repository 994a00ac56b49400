import path from 'node:path';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import type { Job } from '#lib/jobs/job';
import { readHeaders } from '#lib/jobs/headers/headers';
import { mediaName } from '#lib/jobs/submit/media-name';
import { storeMedia } from '#lib/jobs/work/store-media';
import { fetchMedia } from '#lib/media/fetch-media';
import { netPolicy } from '#lib/net/net-policy';
import type { Storage } from '#lib/storage/storage';
import { withSpan } from '#lib/tracing/with-span';

/**
 * The storage key of the job's media: the upload, or what its `media_url` gives, fetched once and then kept in storage.
 * Throws a `DownloadFailure` when it can't be had.
 */
export async function obtainMedia(
  { db, storage }: { db: Db; storage: Storage },
  job: Job,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<string> {
  if (job.mediaKey !== null) return job.mediaKey;
  const { mediaUrl } = job;
  if (mediaUrl === null) throw new Error(`job ${job.id} has no media`);
  return withSpan('fetch', {}, () => download({ db, storage }, job, { mediaUrl, scratch, signal }));
}

async function download(
  { db, storage }: { db: Db; storage: Storage },
  job: Job,
  { mediaUrl, scratch, signal }: { mediaUrl: string; scratch: string; signal: AbortSignal },
): Promise<string> {
  const fetched = path.join(scratch, 'fetched');
  const headers = await readHeaders(db, { jobId: job.id, kind: 'media' }, await readSecret(env()));
  const { fileName: servedName } = await fetchMedia(mediaUrl, fetched, {
    policy: netPolicy(),
    maxBytes: env().maxUploadBytes,
    headers,
    signal,
  });
  const { key, bytes } = await storage.adopt(fetched);
  const name = mediaName({ mediaUrl, servedName });
  await storeMedia(db, { jobId: job.id, mediaKey: key, mediaBytes: bytes, name });
  return key;
}
