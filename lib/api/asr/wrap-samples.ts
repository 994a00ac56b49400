import { Readable } from 'node:stream';
import { pcmBytesPerSecond, unknownLength, wavHeader } from '#lib/media/pcm';

/** Wraps a stream of raw samples (16 kHz, mono, s16le) in a WAV file, cut after `maxSeconds`. */
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
