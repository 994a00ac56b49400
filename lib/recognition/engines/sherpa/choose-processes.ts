/** The facts that decide the number of processes and threads of a model. All of it is one worker's share. */
export interface ProcessChoice {
  cores: number;
  /** Of the machine or the container, in MiB. */
  memoryMb: number;
  modelMemoryMb: number;
  maxProcesses: number;
  /** The threads of each that the operator asks for; undefined to choose. */
  threads: number | undefined;
}

/** Below this a model is too small for a second thread: 3.3 million parameters ran slower on two. */
const smallModelMb = 400;
/** The share of the memory for recognition models. The rest is for the database, the service, decoders, helping models and the system's cache. */
export const memoryShare = 0.5;

/** Processes, and threads of each: small models get one thread, large ones share half the memory and all cores. */
export function chooseProcesses(choice: ProcessChoice): { processes: number; threads: number } {
  const { cores, memoryMb, modelMemoryMb, maxProcesses } = choice;
  const inMemory = Math.floor((memoryShare * memoryMb) / Math.max(1, modelMemoryMb));
  const onCores = Math.floor(cores / (choice.threads ?? 1));
  const processes = Math.max(1, Math.min(maxProcesses, inMemory, onCores));
  if (choice.threads !== undefined) return { processes, threads: choice.threads };
  if (modelMemoryMb < smallModelMb) return { processes, threads: 1 };
  return { processes, threads: Math.max(1, Math.floor(cores / processes)) };
}
