import type { Aligner } from '#lib/recognition/alignment/aligner';
import { pocketsphinxAligner } from '#lib/recognition/alignment/pocketsphinx/pocketsphinx-aligner';
import { isPocketsphinxInstalled } from '#lib/recognition/engines/pocketsphinx/find-model';
import type { Env } from '#lib/settings/env';
import { findHelper } from '#lib/recognition/models/find-models';
import type { HelperManifest, InstalledModel } from '#lib/recognition/models/manifest';
import type { ModelRole } from '#lib/recognition/models/parts';
import { speechPool, type SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { SpeechRole } from '#lib/recognition/speech/speech-process';

/** The installed helper models; undefined for those that are not installed. */
export interface FoundTools {
  voiceActivity: SpeechPool | undefined;
  /**
   * `threshold` is the distance that separates two voices. Short recordings have a separate process, so that they don't
   * wait for long ones.
   */
  diarization: { poolFor: (totalMs: number) => SpeechPool; threshold: number } | undefined;
  punctuation: SpeechPool | undefined;
  /** The aligners for words that an engine didn't time, each for its languages. */
  aligners: readonly Aligner[];
}

/** The helper models of all engines, each in its own processes. */
export interface SpeechTools {
  /** Returns the tools that are installed now. */
  find(): Promise<FoundTools>;
  close(): Promise<void>;
}

/** The maximum length of a short recording. */
const shortMs = 180_000;
/** The library's default distance, for embedding models that state none. */
const defaultThreshold = 0.5;

/** Opens the helper models of these settings; each is loaded on first use. */
export function openSpeechTools(
  env: Env,
  { idleMs, parallel }: { idleMs: number; parallel: number },
): SpeechTools {
  let english: Aligner | undefined;
  const openEnglish = () =>
    (english ??= isPocketsphinxInstalled() ? pocketsphinxAligner({ parallel }) : undefined);
  const pools = new Map<string, SpeechPool>();
  const helper = (role: Exclude<ModelRole, 'recognizer'>) => findHelper(env.modelsDir, role);
  // One process each: recordings take turns, block by block.
  const getPool = (role: SpeechRole, config: object, use = 'all'): SpeechPool => {
    const key = JSON.stringify([role, config, use]);
    const pool = pools.get(key) ?? speechPool(role, { config, size: 1, idleMs });
    pools.set(key, pool);
    return pool;
  };
  const openDiarization = (
    segmentation: InstalledModel<HelperManifest>,
    embedding: InstalledModel<HelperManifest>,
  ) => {
    const threshold = embedding.manifest.threshold ?? defaultThreshold;
    const paths = { segmentation: segmentation.paths['model'], embedding: embedding.paths['model'] };
    const config = { ...paths, threshold, threads: 1 };
    const poolFor = (totalMs: number) =>
      getPool('diarization', config, totalMs <= shortMs ? 'short recordings' : 'long recordings');
    return { poolFor, threshold };
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
          voiceActivity && getPool('voice-activity', { path: voiceActivity.paths['model'], threads: 1 }),
        diarization: segmentation && embedding && openDiarization(segmentation, embedding),
        aligners: [openEnglish()].filter((aligner) => aligner !== undefined),
        punctuation: punctuation && getPool('punctuation', { paths: punctuation.paths, threads: 1 }),
      };
    },
    close: async () => {
      await Promise.all(
        [...pools.values(), ...(english === undefined ? [] : [english])].map((tool) => tool.close()),
      );
    },
  };
}
