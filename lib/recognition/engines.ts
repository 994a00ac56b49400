import type { Env } from '#lib/env';
import type { EngineDescription } from '#lib/recognition/engine';
import { findModel } from '#lib/recognition/engines/find-model';

const pocketsphinx: EngineDescription = {
  id: 'pocketsphinx',
  engine: 'pocketsphinx',
  model: 'en-us',
  version: '5',
  capabilities: {
    words: 'timed',
    confidence: true,
    vocabulary: false,
    languages: ['en'],
    detectsLanguage: false,
    punctuated: false,
    maxPieceSeconds: 30,
  },
};

/** The engines that can be used now, in order of preference: the first one is the default. */
export async function listEngines(_env: Env): Promise<EngineDescription[]> {
  try {
    findModel();
    return [pocketsphinx];
  } catch {
    return [];
  }
}

/** Whether the models are installed that tell speakers apart. */
export async function canTellSpeakers(_env: Env): Promise<boolean> {
  return false;
}
