import { Readable } from 'node:stream';
import { pcmBytesPerSecond, pcmSampleRate } from '#lib/media/decode-audio';

const bytesPerSample = 2;

/**
 * Raw samples (16 kHz, mono, signed, 16 bits, the lower byte first, as decoded audio is) as a WAV file, while they arrive. Its length is not known before, so that the header says the most there can be, as
 * those of files that are written into a pipe do. Samples behind the first `maxSeconds` are read and left out.
 */
export function wrapSamples(samples: Readable, { maxSeconds = Infinity } = {}): Readable {
  return Readable.from(write(samples, maxSeconds * pcmBytesPerSecond), { objectMode: false });
}

async function* write(samples: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  yield writeHeader();
  let left = maxBytes;
  for await (const chunk of samples as AsyncIterable<Uint8Array>) {
    if (left > 0) yield chunk.subarray(0, Math.min(chunk.length, left));
    left -= chunk.length;
  }
}

/** RIFF with the chunks `fmt ` (PCM) and `data` (Multimedia Programming Interface and Data Specifications 1.0). */
function writeHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(0xffff_ffff, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(pcmSampleRate, 24);
  header.writeUInt32LE(pcmBytesPerSecond, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(0xffff_ffff, 40);
  return header;
}
