import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A size, and a SHA-256 in hexadecimal. */
export interface Measure {
  bytes: number;
  sha256: string;
}

/** Returns a pass-through stream that measures the size and SHA-256 of its data. */
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

/** Measures the size and SHA-256 of a file. */
export async function measureFile(file: string, signal?: AbortSignal): Promise<Measure> {
  const measure = measureStream();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), measure.stream, nowhere, { ...(signal && { signal }) });
  return measure.result();
}
