import type { RecognitionRecord } from '#lib/recognition/record';

/** Makes a recognition record as the worker writes it, by PocketSphinx unless `values` say otherwise. */
export function makeRecord(values: Partial<RecognitionRecord> = {}): RecognitionRecord {
  return {
    engineId: 'pocketsphinx',
    engine: 'pocketsphinx',
    model: 'en-us',
    version: '5',
    language: 'en',
    options: { language: 'auto', speakers: 'off', vocabulary: 0 },
    words: 'timed',
    speakersBy: 'none',
    speed: 1.42,
    notes: [],
    ...values,
  };
}

/** A record in which every part has something to show. */
export const richRecord = makeRecord({
  engineId: 'sherpa:parakeet-tdt-0.6b-v3',
  engine: 'sherpa',
  model: 'parakeet-tdt-0.6b-v3',
  version: '1.13.8',
  language: 'de',
  options: { language: 'auto', speakers: 2, vocabulary: 12 },
  words: 'spread',
  speakersBy: 'voice',
  speed: 12.3,
  notes: ['words-removed'],
  passages: [
    {
      startMs: 80_000,
      endMs: 105_000,
      engineId: 'sherpa:whisper-small',
      model: 'whisper-small',
      language: 'es',
    },
    { startMs: 200_000, endMs: 210_000, engineId: 'pocketsphinx', model: 'en-us', language: null },
  ],
});
