import { open, rename, type FileHandle } from 'node:fs/promises';
import { pcmBytesPerSecond } from '#lib/media/pcm';
import type { Hole } from '#lib/media/sound/timeline';

const chunkBytes = 1 << 20;

/** Inserts silence into decoded sound (16 kHz, mono, s16le) of at most `maxSeconds`; does nothing without a hole. */
export async function insertSilence(
  file: string,
  holes: readonly Hole[],
  { maxSeconds }: { maxSeconds: number },
): Promise<void> {
  if (holes.length === 0) return;
  const from = await open(file).catch(() => undefined);
  if (from === undefined) return;
  const whole = `${file}.whole`;
  try {
    const to = await open(whole, 'w');
    try {
      await copyWithHoles(from, to, holes, toBytes(maxSeconds));
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  await rename(whole, file);
}

async function copyWithHoles(
  from: FileHandle,
  to: FileHandle,
  holes: readonly Hole[],
  maxBytes: number,
): Promise<void> {
  const { size } = await from.stat();
  let read = 0;
  let written = 0;
  for (const { afterSeconds, seconds } of [...holes, { afterSeconds: Infinity, seconds: 0 }]) {
    const until = Math.min(size, toBytes(afterSeconds), read + maxBytes - written);
    while (read < until) {
      const buffer = Buffer.alloc(Math.min(chunkBytes, until - read));
      const { bytesRead } = await from.read(buffer, { position: read });
      if (bytesRead === 0) break;
      await to.write(buffer, 0, bytesRead, written);
      read += bytesRead;
      written += bytesRead;
    }
    written = Math.min(maxBytes, written + toBytes(seconds));
  }
  // Bytes that were never written read as zeros, which are silence.
  await to.truncate(Math.min(maxBytes, written));
}

function toBytes(seconds: number): number {
  return seconds === Infinity ? Infinity : 2 * Math.round((seconds * pcmBytesPerSecond) / 2);
}
