import { createRequire } from 'node:module';
import { totalmem } from 'node:os';

const gib = 1024 ** 3;

export interface ModelPlan {
  /** From the package registry, before the service is up; undefined where no model fits. */
  first: string | undefined;
  /** From the same packages: it says how sure the words of the first are. */
  secondOpinion?: string;
  /** In the background: it takes over from the first. */
  better?: string;
  /** In the background: for languages that the first does not know. */
  others?: string;
}

/**
 * The published models for a machine with this much memory. Of the words of 44 clips of real speech in English (753 s), Moonshine base
 * gets 5.1% wrong, Moonshine tiny 5.6%, PocketSphinx 52.6%; they need 500, 330 and 136 MB. Moonshine comes from the registry that
 * every installation reaches. Parakeet v3 knows 25 languages, needs 1.2 GB, and is published on GitHub only, as is Whisper base, which
 * knows 99 languages with 500 MB, and less English than Moonshine.
 */
export function chooseModels(memoryBytes: number): ModelPlan {
  const opinion = { first: 'moonshine-base-en', secondOpinion: 'moonshine-tiny-en' };
  // A machine sold with 4 GB shows about 3.7 GiB, one with 2 GB about 1.9, one with 1 GB about 0.95.
  if (memoryBytes >= 3.6 * gib) return { ...opinion, better: 'parakeet-tdt-0.6b-v3' };
  // Recognition has half of it, and both models need 830 MB.
  if (memoryBytes >= 1.8 * gib) return { ...opinion, others: 'whisper-base' };
  if (memoryBytes >= 0.9 * gib) return { first: 'moonshine-base-en', others: 'whisper-base' };
  return { first: memoryBytes >= 0.45 * gib ? 'moonshine-tiny-en' : undefined };
}

/** The models that come with every recognizer: speech is found, and speakers are told apart. */
export const companions = ['silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'];

/** True if the library that runs speech models exists for this kind of machine. */
export function canRunModels(): boolean {
  try {
    createRequire(import.meta.url).resolve(`sherpa-onnx-${process.platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** The memory that this process may use, in bytes: the machine's, or less where its control group limits it. */
export function usableMemory(): number {
  // Without a limit this is 0, or a number beyond all memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
