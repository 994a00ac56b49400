import type { Env } from '#lib/env';
import { findHelper } from '#lib/recognition/models/find-models';
import type { ModelRole } from '#lib/recognition/models/manifest';
import { speechPool, type SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { SpeechRole } from '#lib/recognition/speech/speech-process';

/** The models beside the recogniser that are installed; undefined where one is not. */
export interface FoundTools {
  voiceActivity: SpeechPool | undefined;
  diarization: SpeechPool | undefined;
  punctuation: SpeechPool | undefined;
}

/** The models that help every engine, each in its own processes. */
export interface SpeechTools {
  /** Looks which are installed now. */
  find(): Promise<FoundTools>;
  /** Ends all processes. */
  close(): Promise<void>;
}

/** Opens the helping models of these settings; each is loaded when it is needed first. */
export function openSpeechTools(env: Env, limits: { parallel: number; idleMs: number }): SpeechTools {
  const pools = new Map<string, SpeechPool>();
  const helper = (role: Exclude<ModelRole, 'recogniser'>) => findHelper(env.modelsDir, role);
  const poolOf = (role: SpeechRole, config: object, size: number): SpeechPool => {
    const key = JSON.stringify([role, config]);
    const pool = pools.get(key) ?? speechPool(role, { config, size, idleMs: limits.idleMs });
    pools.set(key, pool);
    return pool;
  };
  return {
    find: async () => {
      const [voiceActivity, segmentation, embedding, punctuation] = await Promise.all([
        helper('voice-activity'),
        helper('segmentation'),
        helper('embedding'),
        helper('punctuation'),
      ]);
      return {
        voiceActivity: voiceActivity && poolOf('voice-activity', configOf(voiceActivity), 1),
        // It takes the most memory of all, and one window of a recording at a time.
        diarization:
          segmentation && embedding && poolOf('diarization', diarizationConfig(segmentation, embedding), 1),
        punctuation: punctuation && poolOf('punctuation', configOf(punctuation), 1),
      };
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
