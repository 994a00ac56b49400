import { open } from 'node:fs/promises';
import { pcmBytesPerSecond } from '#lib/media/decode-audio';
import type { Piece } from '#lib/recognition/pieces/piece';

/** The raw PCM of one piece, whole samples only; less where the file ends before. */
export async function readPcm(pcmPath: string, piece: Pick<Piece, 'startMs' | 'endMs'>): Promise<Buffer> {
  const start = byteAt(piece.startMs);
  const file = await open(pcmPath);
  try {
    const pcm = Buffer.alloc(Math.max(0, byteAt(piece.endMs) - start));
    let filled = 0;
    while (filled < pcm.length) {
      const { bytesRead } = await file.read(pcm, filled, pcm.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return pcm.subarray(0, filled - (filled % 2));
  } finally {
    await file.close();
  }
}

function byteAt(ms: number): number {
  return 2 * Math.round((ms * pcmBytesPerSecond) / 2000);
}
