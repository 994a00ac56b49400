import { Readable } from 'node:stream';
import { pcmBytesPerSecond, unknownLength, wavHeader } from '#lib/media/pcm';

/**
 * Raw samples (16 kHz, mono, signed, 16 bits, the lower byte first, as decoded audio is) as a WAV file, while they arrive.
 * Samples behind the first `maxSeconds` are read and left out.
 */
export function wrapSamples(samples: Readable, { maxSeconds = Infinity } = {}): Readable {
  return Readable.from(write(samples, maxSeconds * pcmBytesPerSecond), { objectMode: false });
}

async function* write(samples: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  yield wavHeader(unknownLength);
  let left = maxBytes;
  for await (const chunk of samples as AsyncIterable<Uint8Array>) {
    if (left > 0) yield chunk.subarray(0, Math.min(chunk.length, left));
    left -= chunk.length;
  }
}
