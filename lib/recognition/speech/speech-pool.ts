import { EngineFailure } from '#lib/recognition/engine';
import { poolProcesses, type PoolMemory } from '#lib/recognition/engines/pool-processes';
import {
  SpeechProcessDied,
  startSpeechProcess,
  type SpeechRole,
} from '#lib/recognition/speech/speech-process';

export interface SpeechPool {
  /**
   * The answer to one request, in turn. A process that dies of it is replaced and the request tried once more; then an
   * `EngineFailure` is thrown. Throws the signal's reason when aborted.
   */
  ask<Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * At most `size` processes with the model of `config`, each started when needed and there is memory for it, and ended after
 * `idleMs` without work. The model's `name` is for lists of processes.
 */
export function speechPool(
  role: SpeechRole,
  {
    config,
    name,
    ...limits
  }: { config: object; name?: string; size: number; idleMs: number; memory?: PoolMemory | undefined },
): SpeechPool {
  const pool = poolProcesses({ ...limits, start: () => startSpeechProcess(role, config, name) });
  return {
    ask: async <Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }) => {
      const attempt = () => pool.lend((process) => process.ask<Answer>(request, options), options.signal);
      try {
        return await attempt().catch((error: unknown) => {
          if (!(error instanceof SpeechProcessDied)) throw error;
          return attempt();
        });
      } catch (error) {
        if (!(error instanceof SpeechProcessDied)) throw error;
        throw new EngineFailure(error.message, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}
