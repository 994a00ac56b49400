import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { newId } from '#lib/ids/new-id';
import { memoizeFor } from '#lib/memoize-for';
import { countUpTo } from '#lib/storage/count-up-to';
import { copyObject } from '#lib/storage/s3/copy-object';
import { withDownload } from '#lib/storage/s3/download-object';
import { listObjects, listUnfinished } from '#lib/storage/s3/list-objects';
import { readObject } from '#lib/storage/s3/read-object';
import { silenceMs as defaultSilenceMs } from '#lib/storage/s3/s3-client';
import { ask, isMissing } from '#lib/storage/s3/s3-fault';
import { writeObject } from '#lib/storage/s3/write-object';
import type { Storage } from '#lib/storage/storage';

/** Most stores accept up to 10,000 parts of at least 5 MiB. */
const maxParts = 10_000;
const minPartBytes = 8 * 1024 ** 2;
const maxPartBytes = 64 * 1024 ** 2;

/** Separates key and upload id of an unfinished file. No key contains it. */
const unfinished = '.part.';

/** Stores charge for writes, and monitoring checks every few seconds. */
const writableForMs = 60_000;

/** The bucket for media, and the folder for temporary copies. */
export interface S3Place {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  downloads: string;
  /** Maximum per request; derived from the size if left out. */
  partBytes?: number;
  silenceMs?: number;
}

/** Returns the prefix of media keys in the bucket. */
export const mediaPrefix = ({ prefix }: Pick<S3Place, 'prefix'>): string => `${prefix}media/`;

/** Creates storage in a bucket of an S3 store. */
export function s3Storage(client: S3Client, place: S3Place): Storage {
  const { bucket: Bucket, downloads, partBytes, silenceMs = defaultSilenceMs } = place;
  const Prefix = mediaPrefix(place);
  const at = (key: string) => ({ Bucket, Key: Prefix + key });

  async function upload(key: string, file: string): Promise<number> {
    const { size: bytes } = await stat(file);
    const digest = createHash('sha256');
    for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
    const parts = cutParts(createReadStream(file), partBytes ?? partSize(bytes));
    await writeObject(client, at(key), { parts, sum: digest.digest('hex') });
    return bytes;
  }

  async function getSize(key: string): Promise<number | undefined> {
    try {
      return (await ask(client.send(new HeadObjectCommand(at(key))))).ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  // Outside the prefix of media, where no sweep and no listing finds it.
  const checked = { Bucket, Key: `${place.prefix}check` };
  const tryToWrite = memoizeFor(
    async () => {
      await writeObject(client, checked, { parts: cutParts(Readable.from([Buffer.from('ready')]), 16) });
      await ask(client.send(new DeleteObjectCommand(checked)));
    },
    { milliseconds: writableForMs, failureMs: 0 },
  );

  return {
    async check() {
      await ask(client.send(new HeadBucketCommand({ Bucket })));
      await tryToWrite();
    },
    async save(source, { maxBytes, digest }) {
      // The source may fail before the pipeline listens, which then still gets the error.
      source.on('error', () => {});
      const key = newId();
      const count = countUpTo(maxBytes, digest);
      await pipeline(source, count.stream, async (counted) => {
        const parts = cutParts(counted, partBytes ?? partSize(maxBytes));
        await writeObject(client, at(key), { parts });
      });
      return { key, bytes: count.bytes() };
    },
    async adopt(file) {
      const key = newId();
      const bytes = await upload(key, file);
      await rm(file);
      return { key, bytes };
    },
    async copy(from) {
      const key = newId();
      return { key, bytes: await copyObject(client, { from: at(from), to: at(key), partBytes }) };
    },
    withLocalFile: (key, use) => withDownload(client, at(key), { folder: downloads, silenceMs, use }),
    exportTo: (key, file) =>
      withDownload(client, at(key), {
        folder: downloads,
        silenceMs,
        use: (local) => copyFile(local, file, constants.COPYFILE_EXCL),
      }),
    async importFrom(key, file) {
      if ((await getSize(key)) === undefined) await upload(key, file);
    },
    getSize,
    read: (key, range) => readObject(client, at(key), { ...range, silenceMs }),
    async remove(key) {
      const [name = '', UploadId] = key.split(unfinished);
      const command =
        UploadId === undefined
          ? new DeleteObjectCommand(at(name))
          : new AbortMultipartUploadCommand({ ...at(name), UploadId });
      await ask(client.send(command as DeleteObjectCommand)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async *listOlderThan(date) {
      for await (const { key, changedAt } of listObjects(client, { Bucket, Prefix })) {
        if (changedAt < date) yield { key: key.slice(Prefix.length) };
      }
      for await (const { key, uploadId, begunAt } of listUnfinished(client, { Bucket, Prefix })) {
        if (begunAt < date) yield { key: key.slice(Prefix.length) + unfinished + uploadId };
      }
    },
  };
}

/** Returns the part size for an object of unknown size, up to `maxBytes`. */
function partSize(maxBytes: number): number {
  return Math.min(Math.max(Math.ceil(maxBytes / maxParts), minPartBytes), maxPartBytes);
}

/** Splits a stream into parts of this size; the last may be smaller. Buffers are not reused. */
async function* cutParts(source: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer, void> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    const all = Buffer.concat(chunks);
    let at = 0;
    for (; bytes - at >= partBytes; at += partBytes) yield all.subarray(at, at + partBytes);
    chunks = at < bytes ? [Buffer.from(all.subarray(at))] : [];
    bytes -= at;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
