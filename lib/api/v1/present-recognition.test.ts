import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentEngines, presentRecognition } from '#lib/api/v1/present-recognition';
import { presentRichTranscript } from '#lib/api/v1/present-rich-transcript';
import { toJson } from '#lib/exports/json/to-json';
import { recognition as recognitionRecord } from '#lib/api/v1/recognition-schemas';
import * as schemas from '#lib/api/v1/schemas';
import type { EngineDescription } from '#lib/recognition/engine';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { Transcript } from '#lib/revisions/read-transcript';

const record: RecognitionRecord = {
  engineId: 'sherpa:small',
  engine: 'sherpa',
  model: 'small',
  version: '1.13.8',
  language: 'en',
  options: { language: 'auto', speakers: 2, vocabulary: 3 },
  words: 'timed',
  speakersBy: 'voice',
  speed: 12.3456,
  notes: ['speakers-failed', 'words-removed'],
};

const shownRecord = {
  engine_id: 'sherpa:small',
  engine: 'sherpa',
  model: 'small',
  version: '1.13.8',
  language: 'en',
  options: { language: 'auto', speakers: 2, vocabulary: 3 },
  words: 'timed',
  speakers_by: 'voice',
  speed: 12.35,
  notes: ['speakers_failed', 'words_removed'],
};

test('a record is shown in the words of the API, without what is unknown', () => {
  assert.deepEqual(recognitionRecord.parse(presentRecognition(record)), shownRecord);
  assert.deepEqual(recognitionRecord.parse(presentRecognition({ ...record, secondOpinion: 'tiny' })), {
    ...shownRecord,
    second_opinion: 'tiny',
  });
  const languageDoubtful = [{ startMs: 1500, endMs: 20_000 }];
  const doubtful = presentRecognition({ ...record, notes: ['language-doubtful'], languageDoubtful });
  assert.deepEqual(recognitionRecord.parse(doubtful), {
    ...shownRecord,
    ...{ notes: ['language_doubtful'], language_doubtful: [{ ts: 1.5, end_ts: 20 }] },
  });
  const passages = [
    { startMs: 80_000, endMs: 105_250, engineId: 'sherpa:large', model: 'large', language: 'es' },
    { startMs: 200_000, endMs: 201_000, engineId: 'pocketsphinx', model: 'en-us', language: null },
  ];
  assert.deepEqual(recognitionRecord.parse(presentRecognition({ ...record, passages })), {
    ...shownRecord,
    passages: [
      { ts: 80, end_ts: 105.25, engine_id: 'sherpa:large', model: 'large', language: 'es' },
      { ts: 200, end_ts: 201, engine_id: 'pocketsphinx', model: 'en-us' },
    ],
  });
  const { language: _language, speed: _speed, ...known } = shownRecord;
  assert.deepEqual(presentRecognition({ ...record, language: null, speed: null }), known);
});

test('tracks are shown with what is known of them, and why some were left out', () => {
  const shown = presentRecognition({
    ...record,
    tracks: [
      { number: 1, language: 'de', title: 'Film', channels: 6, used: true, center: true },
      { number: 2, used: false, leftOut: 'part-of-mix' },
    ],
  });
  assert.deepEqual(recognitionRecord.parse(shown), {
    ...shownRecord,
    audio_tracks: [
      { number: 1, language: 'de', title: 'Film', channels: 6, used: true, center_only: true },
      { number: 2, used: false, reason: 'part_of_mix' },
    ],
  });
});

test('passages that were not understood are shown in seconds', () => {
  const notUnderstood = [
    { startMs: 34_185, endMs: 37_204 },
    { startMs: 60_000, endMs: 61_500 },
  ];
  const shown = presentRecognition({ ...record, notes: ['speech-not-understood'], notUnderstood });
  assert.deepEqual(recognitionRecord.parse(shown), {
    ...shownRecord,
    notes: ['speech_not_understood'],
    not_understood: [
      { ts: 34.19, end_ts: 37.2 },
      { ts: 60, end_ts: 61.5 },
    ],
  });
});

const [first, second] = [
  { id: 0, name: 'Ann' },
  { id: 1, name: 'Zoë' },
];

const transcript: Transcript = {
  speakers: [first, second],
  monologues: [
    {
      id: 0,
      speaker: second,
      words: [
        { text: 'Good', startMs: 420, endMs: 680, confidence: 0.98765 },
        { text: 'Tag', startMs: 680, endMs: 1150, confidence: 0, language: 'de' },
        { text: '<laugh>', startMs: 1300, endMs: 1900, isTag: true },
      ],
    },
    { id: 1, speaker: first, words: [{ text: 'Yes', startMs: 2000, endMs: 2100 }] },
  ],
};

test('a rich transcript is the JSON form with speaker, confidence, language and the record', () => {
  const rich = presentRichTranscript(transcript, record);
  assert.deepEqual(schemas.richTranscript.parse(rich), {
    speakers: [first, second],
    monologues: [
      {
        id: 0,
        speaker: 1,
        speaker_name: 'Zoë',
        elements: [
          {
            type: 'text',
            value: 'Good',
            ts: 0.42,
            end_ts: 0.68,
            speaker: 1,
            confidence: 0.988,
            language: 'en',
          },
          { type: 'text', value: 'Tag', ts: 0.68, end_ts: 1.15, speaker: 1, confidence: 0, language: 'de' },
          { type: 'tag', value: '<laugh>', ts: 1.3, end_ts: 1.9, speaker: 1 },
        ],
      },
      {
        id: 1,
        speaker: 0,
        speaker_name: 'Ann',
        elements: [{ type: 'text', value: 'Yes', ts: 2, end_ts: 2.1, speaker: 0, language: 'en' }],
      },
    ],
    recognition: shownRecord,
  });
});

test('a job without a record has a rich transcript all the same', () => {
  const { recognition, monologues } = presentRichTranscript(transcript, null);
  assert.equal(recognition, undefined);
  assert.deepEqual(
    monologues.map(({ elements }) => elements.map(({ language }) => language)),
    [[undefined, 'de', undefined], [undefined]],
  );
});

test('the JSON form of the specification shows nothing of it', () => {
  assert.equal(
    JSON.stringify(toJson(transcript).monologues[0]?.elements[1]),
    '{"type":"text","value":"Tag","ts":0.68,"end_ts":1.15}',
  );
});

test('engines are shown in order, the first as the default, without languages that are unknown', () => {
  const capabilities = {
    words: 'spread',
    confidence: false,
    vocabulary: true,
    languages: ['en', 'de'],
    detectsLanguage: true,
    punctuated: true,
    maxPieceSeconds: 28,
  } as const;
  const engine: EngineDescription = { id: 'a', engine: 'sherpa', model: 'm', version: '1', capabilities };
  const silent = { ...engine, id: 'b', capabilities: { ...capabilities, languages: undefined } };
  const shown = {
    engine: 'sherpa',
    model: 'm',
    version: '1',
    words: 'spread',
    confidence: false,
    vocabulary: true,
    detects_language: true,
    punctuated: true,
    max_piece_seconds: 28,
    speakers: true,
  };
  assert.deepEqual(schemas.engineList.parse(presentEngines([engine, silent], { speakerModels: true })), [
    { ...shown, id: 'a', default: true, languages: ['en', 'de'] },
    { ...shown, id: 'b', default: false },
  ]);
  assert.equal(presentEngines([engine], { speakerModels: false })[0]?.speakers, false);
});
