import type { Env } from '#lib/env';
import { findHelper } from '#lib/recognition/models/find-models';
import type { HelperManifest, InstalledModel, ModelRole } from '#lib/recognition/models/manifest';
import { speechPool, type SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { SpeechRole } from '#lib/recognition/speech/speech-process';

/** The models beside the recogniser that are installed; undefined where one is not. */
export interface FoundTools {
  voiceActivity: SpeechPool | undefined;
  /** With the distance from which on two voices are two people. */
  diarization: { pool: SpeechPool; threshold: number } | undefined;
  punctuation: SpeechPool | undefined;
}

/** The models that help every engine, each in its own processes. */
export interface SpeechTools {
  /** Looks which are installed now. */
  find(): Promise<FoundTools>;
  /** Ends all processes. */
  close(): Promise<void>;
}

/** The library's own distance, where an embedding model names none. */
const defaultThreshold = 0.5;

/** Opens the helping models of these settings; each is loaded when it is needed first. */
export function openSpeechTools(env: Env, { idleMs }: { idleMs: number }): SpeechTools {
  const pools = new Map<string, SpeechPool>();
  const helper = (role: Exclude<ModelRole, 'recogniser'>) => findHelper(env.modelsDir, role);
  // One process each: recordings take turns, block by block.
  const poolOf = (role: SpeechRole, config: object): SpeechPool => {
    const key = JSON.stringify([role, config]);
    const pool = pools.get(key) ?? speechPool(role, { config, size: 1, idleMs });
    pools.set(key, pool);
    return pool;
  };
  const diarizationOf = (
    segmentation: InstalledModel<HelperManifest>,
    embedding: InstalledModel<HelperManifest>,
  ) => {
    const threshold = embedding.manifest.threshold ?? defaultThreshold;
    const paths = { segmentation: segmentation.paths['model'], embedding: embedding.paths['model'] };
    return { pool: poolOf('diarization', { ...paths, threshold, threads: 1 }), threshold };
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
        voiceActivity:
          voiceActivity && poolOf('voice-activity', { path: voiceActivity.paths['model'], threads: 1 }),
        diarization: segmentation && embedding && diarizationOf(segmentation, embedding),
        punctuation: punctuation && poolOf('punctuation', { paths: punctuation.paths, threads: 1 }),
      };
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
