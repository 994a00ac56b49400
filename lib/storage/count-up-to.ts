import type { Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { TooLarge } from '#lib/storage/storage';

/** Creates a stream that passes bytes on and feeds them to `digest`; fails with `TooLarge` beyond `maxBytes`. */
export function countUpTo(
  maxBytes: number,
  digest: Hash | undefined,
): { stream: Transform; bytes: () => number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      digest?.update(chunk);
      if (bytes > maxBytes) done(new TooLarge(`more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}
