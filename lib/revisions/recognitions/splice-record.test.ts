import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecord } from '#e2e/support/recognition-record';
import { spliceRecord } from '#lib/revisions/recognitions/splice-record';

const passage = { startMs: 10_000, endMs: 20_000 };

test('the record stays that of the rest, and names the passage with its engine', () => {
  const earlier = makeRecord({ model: 'first', language: 'en', words: 'timed', notes: [] });
  const heard = makeRecord({
    engineId: 'sherpa:b',
    model: 'second',
    language: 'es',
    words: 'spread',
    notes: ['speakers-failed'],
  });
  const spliced = spliceRecord(earlier, heard, passage);
  const known = { ...passage, engineId: 'sherpa:b', model: 'second', language: 'es' };
  assert.deepEqual(spliced, { ...earlier, words: 'mixed', passages: [known] });
  const inner = { startMs: 12_000, endMs: 13_000 };
  const twice = spliceRecord(spliced, { ...heard, model: 'third' }, inner);
  assert.deepEqual(twice.passages, [
    { ...known, endMs: 12_000 },
    { ...known, ...inner, model: 'third' },
    { ...known, startMs: 13_000 },
  ]);
  assert.deepEqual(spliceRecord(twice, heard, passage).passages, [known]);
  const across = { startMs: 15_000, endMs: 25_000 };
  assert.deepEqual(spliceRecord(spliced, { ...heard, model: 'third' }, across).passages, [
    { ...known, endMs: 15_000 },
    { ...known, ...across, model: 'third' },
  ]);
});

test('what was not understood in the passage is what was not understood now', () => {
  const earlier = makeRecord({
    notes: ['words-removed', 'speech-not-understood', 'language-doubtful'],
    notUnderstood: [
      { startMs: 8000, endMs: 12_000 },
      { startMs: 13_000, endMs: 14_000 },
    ],
    languageDoubtful: [{ startMs: 11_000, endMs: 12_000 }],
  });
  const spliced = spliceRecord(earlier, makeRecord({ notes: [] }), passage);
  assert.deepEqual(spliced.notes, ['words-removed', 'speech-not-understood']);
  assert.deepEqual(spliced.notUnderstood, [{ startMs: 8000, endMs: 10_000 }]);
  assert.equal(spliced.languageDoubtful, undefined);
  const notUnderstood = [{ startMs: 19_000, endMs: 20_500 }];
  const again = spliceRecord(
    spliced,
    makeRecord({ notes: ['speech-not-understood'], notUnderstood }),
    passage,
  );
  assert.deepEqual(again.notUnderstood, [
    { startMs: 8000, endMs: 10_000 },
    { startMs: 19_000, endMs: 20_000 },
  ]);
});
