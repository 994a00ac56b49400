import { totalmem } from 'node:os';

const gib = 1024 ** 3;

/**
 * The published model that the first start installs on a machine with this much memory; undefined for none. Parakeet's int8 files
 * are made for processors, so that memory decides. Below it Whisper base is taken, not Moonshine base with its smaller download:
 * Moonshine gives no times of words, which the editor's playback and captions live on, and knows English only.
 */
export function chooseModel(memoryBytes: number): string | undefined {
  // A machine sold with 4 GB shows about 3.7 GiB, one with 1 GB about 0.95.
  if (memoryBytes >= 3.6 * gib) return 'parakeet-tdt-0.6b-v3';
  return memoryBytes >= 0.9 * gib ? 'whisper-base' : undefined;
}

/** The models that come with every recogniser: speech is found, and speakers are told apart. */
export const companions = ['silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'];

/** The memory that this process may use, in bytes: the machine's, or less where its control group limits it. */
export function usableMemory(): number {
  // Without a limit this is 0, or a number beyond all memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
