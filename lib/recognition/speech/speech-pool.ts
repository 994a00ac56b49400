import { EngineFailure } from '#lib/recognition/engine';
import { poolProcesses, type PoolMemory } from '#lib/recognition/engines/pool-processes';
import {
  SpeechProcessDied,
  startSpeechProcess,
  type SpeechRole,
} from '#lib/recognition/speech/speech-process';

export interface SpeechPool {
  /**
   * Answers one request in turn, with one retry if the process dies. Throws an `EngineFailure` or the signal's reason.
   */
  ask<Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Creates a pool of at most `size` processes of a model, started on demand within memory and ended after `idleMs` idle.
 * `name` shows in `ps`.
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
