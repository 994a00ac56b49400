import type { Output } from './report.ts';

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The parts of its process that a command may use. */
export interface Context {
  environment: Environment;
  stdout: Output & { write(content: string | Uint8Array): unknown };
  stderr: Output;
  /** Aborts when the process is to end, with a `Stop` as its reason. */
  signal: AbortSignal;
}
