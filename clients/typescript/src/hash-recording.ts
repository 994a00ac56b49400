import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { toSystemPath } from './file-path.ts';
import type { StreamSource } from './library/recording.ts';
import type { Store } from './store.ts';

/** A recording with a known hash. */
export interface KnownFile {
  path: string;
  size: number;
  sha256: string;
}

/** The file changed while it was read, so sent and stored content differ. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** The SHA-256 of a file, cached in the store while its size and times are unchanged. */
export async function hashRecording(path: string, store: Store, signal: AbortSignal): Promise<KnownFile> {
  const { size, mtimeMs, ctimeMs } = await stat(toSystemPath(path));
  const known = await store.get('files', path);
  if (known !== undefined && known.size === size && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs) {
    return { path, size, sha256: known.sha256 };
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(toSystemPath(path), { signal })) hash.update(chunk as Buffer);
  const after = await stat(toSystemPath(path));
  if (after.size !== size || after.mtimeMs !== mtimeMs) throw new FileChanged('The file is still changing.');
  const sha256 = hash.digest('hex');
  await store.set('files', path, { size, mtimeMs, ctimeMs, sha256 });
  return { path, size, sha256 };
}

/**
 * Sends exactly the hashed content. If the file changes, the last chunk isn't sent, so the server discards the upload.
 */
export function toSource({ path, size, sha256 }: KnownFile, name: string): StreamSource {
  async function* read(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(toSystemPath(path), {
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > size) break;
      // The last chunk is held back until the hash is verified.
      if (bytes === size && hash.copy().digest('hex') !== sha256) break;
      yield chunk;
    }
    if (bytes !== size || hash.digest('hex') !== sha256) {
      throw new FileChanged('The file changed while it was being sent.');
    }
  }
  return { stream: read, name, size };
}
