import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { showRecognition } from './show-recognition';

test('of a job without a record nothing is shown', () => {
  assert.equal(showRecognition(null), undefined);
});

test('a language is shown as automatic only where nobody asked for it', () => {
  const auto = { language: 'auto', speakers: 'off', vocabulary: 0 } as const;
  const shown = (language: string | null, asked: string) =>
    showRecognition(makeRecord({ language, options: { ...auto, language: asked } }));
  assert.equal(shown('de', 'auto')?.isLanguageAutomatic, true);
  assert.equal(shown('de', 'de')?.isLanguageAutomatic, false);
  assert.equal(shown(null, 'auto')?.language, undefined);
  assert.equal(shown(null, 'auto')?.isLanguageAutomatic, false);
});

test('words that are spread over their piece are told as a note, behind those of the record', () => {
  const notes = ['speakers-failed'] as const;
  assert.deepEqual(showRecognition(makeRecord({ words: 'spread', notes: [...notes] }))?.notes, [
    'speakers-failed',
    'spread',
  ]);
  assert.deepEqual(showRecognition(makeRecord({ words: 'timed', notes: [...notes] }))?.notes, notes);
});
