/** The inputs for a model's number of processes and threads, all relative to one worker's share. */
export interface ProcessChoice {
  cores: number;
  /** Of the machine or the container, in MiB. */
  memoryMb: number;
  modelMemoryMb: number;
  maxProcesses: number;
  /** The configured threads per process; undefined to choose. */
  threads: number | undefined;
}

/** Below this, a model is too small for a second thread: 3.3 million parameters ran slower on two. */
const smallModelMb = 400;
/** The share of memory for recognition models. Database, service, decoders, helpers and page cache need the rest. */
export const memoryShare = 0.5;

/**
 * Chooses processes, and threads of each: small models get one thread, large ones share half the memory and all cores.
 */
export function chooseProcesses(choice: ProcessChoice): { processes: number; threads: number } {
  const { cores, memoryMb, modelMemoryMb, maxProcesses } = choice;
  const inMemory = Math.floor((memoryShare * memoryMb) / Math.max(1, modelMemoryMb));
  const onCores = Math.floor(cores / (choice.threads ?? 1));
  const processes = Math.max(1, Math.min(maxProcesses, inMemory, onCores));
  if (choice.threads !== undefined) return { processes, threads: choice.threads };
  if (modelMemoryMb < smallModelMb) return { processes, threads: 1 };
  return { processes, threads: Math.max(1, Math.floor(cores / processes)) };
}
