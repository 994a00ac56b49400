import type { z } from 'zod';
import type { engineList } from '#lib/api/v1/schemas';
import type { EngineDescription } from '#lib/recognition/engine';

/** The engines, which are in order of preference, in the words of the API. */
export function presentEngines(
  engines: readonly EngineDescription[],
  { speakerModels }: { speakerModels: boolean },
): z.input<typeof engineList> {
  return engines.map(({ id, engine, model, version, capabilities }, i) => ({
    id,
    engine,
    model,
    version,
    default: i === 0,
    words: capabilities.words,
    confidence: capabilities.confidence,
    vocabulary: capabilities.vocabulary,
    ...(capabilities.languages !== undefined && { languages: [...capabilities.languages] }),
    detects_language: capabilities.detectsLanguage,
    punctuated: capabilities.punctuated,
    max_piece_seconds: capabilities.maxPieceSeconds,
    speakers: speakerModels,
  }));
}
