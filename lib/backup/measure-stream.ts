import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The size and the checksum of bytes, in hexadecimal. */
export interface Measure {
  bytes: number;
  sha256: string;
}

/** A stream that passes everything on, and knows the size and the SHA-256 of it at the end. */
export function measureStream(): { stream: Transform; result: () => Measure } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** The size and the SHA-256 of a file. */
export async function measureFile(file: string, signal?: AbortSignal): Promise<Measure> {
  const measure = measureStream();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), measure.stream, nowhere, { ...(signal && { signal }) });
  return measure.result();
}
