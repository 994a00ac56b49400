import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { presentRecognition } from './present-recognition';

test('of a job without a record nothing is shown', () => {
  assert.equal(presentRecognition(null), undefined);
});

test('a language is shown as automatic only where it was not chosen', () => {
  const auto = { language: 'auto', speakers: 'off', vocabulary: 0 } as const;
  const shown = (language: string | null, asked: string) =>
    presentRecognition(makeRecord({ language, options: { ...auto, language: asked } }));
  assert.equal(shown('de', 'auto')?.isLanguageAutomatic, true);
  assert.equal(shown('de', 'de')?.isLanguageAutomatic, false);
  assert.equal(shown(null, 'auto')?.language, undefined);
  assert.equal(shown(null, 'auto')?.isLanguageAutomatic, false);
  assert.equal(shown(null, 'auto')?.askedLanguage, undefined);
  assert.equal(shown('de', 'de')?.askedLanguage, undefined);
  assert.equal(shown(null, 'de')?.askedLanguage, 'de', 'what an engine could not be told');
  assert.equal(shown('en', 'de')?.askedLanguage, 'de', 'and what was spoken instead');
  assert.equal(shown('de', 'de-CH')?.askedLanguage, undefined);
});

test('times that are estimates, or some of them, are shown as a note, after those of the record', () => {
  const notes = ['speakers-failed'] as const;
  const shown = (words: 'timed' | 'aligned' | 'mixed' | 'spread') =>
    presentRecognition(makeRecord({ words, notes: [...notes] }))?.notes;
  assert.deepEqual(shown('spread'), ['speakers-failed', 'spread']);
  assert.deepEqual(shown('mixed'), ['speakers-failed', 'mixed']);
  assert.deepEqual(shown('timed'), notes);
  assert.deepEqual(shown('aligned'), notes);
});

test('tracks are shown, and of those left out it is told where somebody may speak; of earlier records none', () => {
  const tracks = [
    { number: 1, used: true },
    { number: 2, used: false, leftOut: 'other-language' as const },
    { number: 3, used: false, leftOut: 'no-speech' as const },
    { number: 4, used: false, leftOut: 'not-chosen' as const },
  ];
  const shown = presentRecognition(makeRecord({ tracks }))?.tracks ?? [];
  assert.deepEqual(
    shown.map(({ number, isUnheard }) => [number, isUnheard]),
    [
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ],
  );
  assert.deepEqual(presentRecognition(makeRecord())?.tracks, []);
});

test('passages that were not understood are shown, of earlier records none', () => {
  const notUnderstood = [{ startMs: 34_000, endMs: 37_000 }];
  assert.deepEqual(presentRecognition(makeRecord({ notUnderstood }))?.notUnderstood, notUnderstood);
  assert.deepEqual(presentRecognition(makeRecord())?.notUnderstood, []);
});
