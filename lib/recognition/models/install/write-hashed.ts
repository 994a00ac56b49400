import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file's length, and its SHA-256 in hexadecimal. */
export interface Content {
  bytes: number;
  sha256: string;
}

/** Writes a new file and syncs it, creating its folder if missing. Fails if the file exists. */
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
      // Unlike `write`, this continues after partial writes, or throws the reason.
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

/** Copies to a new file and hashes the content. */
export function copyHashed(from: string, to: string, signal: AbortSignal): Promise<Content> {
  return writeHashed(readChunks(from, signal), to);
}

/** Opens the file lazily: an unread stream's error would be unhandled. */
async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = createReadStream(file, { signal, highWaterMark: 1024 ** 2 });
  for await (const chunk of chunks) yield chunk as Buffer;
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  // Larger chunks than the default hash 650 MB in a third less time.
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash, signal ? { signal } : {});
  return hash.digest('hex');
}
