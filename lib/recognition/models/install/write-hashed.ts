import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The content of a file: its length and its SHA-256 in hexadecimal. */
export interface Content {
  bytes: number;
  sha256: string;
}

/** Writes a new file to the disk, and its folder when missing. An existing file is an error. */
export async function writeHashed(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
): Promise<Content> {
  const hash = createHash('sha256');
  let bytes = 0;
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'wx');
  try {
    for await (const chunk of chunks) {
      // Unlike `write`, it continues where the disk took a part only, or says why not.
      await handle.writeFile(chunk);
      hash.update(chunk);
      bytes += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a file to a new one, with the hash of its content. */
export function copyHashed(from: string, to: string, signal: AbortSignal): Promise<Content> {
  return writeHashed(readChunks(from, signal), to);
}

/** Opens the file only when it is read: nobody would hear the error of a stream that is left unread. */
async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = createReadStream(file, { signal, highWaterMark: 1024 ** 2 });
  for await (const chunk of chunks) yield chunk as Buffer;
}

/** The SHA-256 of a file's content, in hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  // Larger chunks than usual: hashing 650 MB takes a third less time.
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash, signal ? { signal } : {});
  return hash.digest('hex');
}
