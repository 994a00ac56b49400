import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { readObject } from '#lib/storage/s3/read-object';
import { ask, StorageUnavailable } from '#lib/storage/s3/s3-fault';
import type { Place } from '#lib/storage/s3/write-object';
import { sweepDownloads } from '#lib/storage/sweep-downloads';

const attempts = 3;

/** Calls `use` with a temporary copy of the object in `folder`, fetched again if size or SHA-256 are wrong. */
export async function withDownload<Result>(
  client: S3Client,
  place: Place,
  { folder, silenceMs, use }: { folder: string; silenceMs: number; use: (file: string) => Promise<Result> },
): Promise<Result> {
  const { ContentLength: bytes = 0, Metadata } = await ask(client.send(new HeadObjectCommand(place)));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepDownloads(folder);
  const own = await mkdtemp(path.join(folder, 'media-'));
  try {
    const file = path.join(own, path.basename(place.Key));
    const expected = { bytes, sum: Metadata?.['sha256'] };
    for (let attempt = 1; !(await fetchOnce(client, place, { file, expected, silenceMs })); attempt += 1) {
      if (attempt === attempts)
        throw new StorageUnavailable('the store returned different bytes than were stored');
    }
    return await use(file);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** True if the fetched bytes are those stored. */
async function fetchOnce(
  client: S3Client,
  place: Place,
  {
    file,
    expected,
    silenceMs,
  }: { file: string; expected: { bytes: number; sum: string | undefined }; silenceMs: number },
): Promise<boolean> {
  const digest = createHash('sha256');
  let bytes = 0;
  const opened = await open(file, 'w', 0o600);
  try {
    for await (const chunk of readObject(client, place, { start: 0, end: expected.bytes - 1, silenceMs })) {
      digest.update(chunk);
      bytes += chunk.length;
      await opened.writeFile(chunk);
    }
  } finally {
    await opened.close();
  }
  const sum = digest.digest('hex');
  return bytes === expected.bytes && (expected.sum === undefined || expected.sum === sum);
}
