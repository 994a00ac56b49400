import { createRequire } from 'node:module';
import { totalmem } from 'node:os';

const gib = 1024 ** 3;

export interface ModelPlan {
  /** Installed from the package registry before the service starts; undefined if no model fits. */
  first: string | undefined;
  /** From the same packages, to rate the first model's confidence. */
  secondOpinion?: string;
  /** Installed in the background to replace the first. */
  better?: string;
  /** Installed in the background for languages that the first doesn't know. */
  others?: string;
}

/**
 * Chooses published models for this much memory. On 44 clips of real English speech (753 s), the word error rate is
 * 5.1% with Moonshine base, 5.6% with Moonshine tiny and 52.6% with PocketSphinx; they need 500, 330 and 136 MB.
 * Moonshine comes from the registry that every installation reaches. Parakeet v3 knows 25 languages, needs 1.2 GB, and
 * is only on GitHub, like Whisper base, which knows 99 languages with 500 MB but is worse in English than Moonshine.
 */
export function chooseModels(memoryBytes: number): ModelPlan {
  const opinion = { first: 'moonshine-base-en', secondOpinion: 'moonshine-tiny-en' };
  // A machine sold with 4 GB has about 3.7 GiB, one with 2 GB about 1.9, one with 1 GB about 0.95.
  if (memoryBytes >= 3.6 * gib) return { ...opinion, better: 'parakeet-tdt-0.6b-v3' };
  // Recognition gets half of it, and both models need 830 MB.
  if (memoryBytes >= 1.8 * gib) return { ...opinion, others: 'whisper-base' };
  if (memoryBytes >= 0.9 * gib) return { first: 'moonshine-base-en', others: 'whisper-base' };
  return { first: memoryBytes >= 0.45 * gib ? 'moonshine-tiny-en' : undefined };
}

/** Models that every recognizer needs beside it, to find speech and tell speakers apart. */
export const companions = ['silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'];

/** True if the library that runs speech models exists for this platform. */
export function canRunModels(): boolean {
  try {
    createRequire(import.meta.url).resolve(`sherpa-onnx-${process.platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** Returns the memory that this process may use, in bytes: the machine's, or less if its control group limits it. */
export function usableMemory(): number {
  // Without a limit, this is 0 or larger than all memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
