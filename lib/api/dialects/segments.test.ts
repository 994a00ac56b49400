import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averageLogprob, compressionRatio, toSegments } from '#lib/api/dialects/segments';
import { joinWords } from '#lib/transcript/text/join-words';
import { nameLanguage } from '#lib/recognition/models/whisper-language';

/** Monologues of these speakers, a word each second. */
function cut(...monologues: Array<[speaker: number, text: string]>) {
  return toSegments({
    speakers: [],
    monologues: monologues.map(([id, text], at) => ({
      id: at,
      speaker: { id, name: `Speaker ${id + 1}` },
      words: text.split(' ').map((word, i) => ({ text: word, startMs: i * 1000, endMs: i * 1000 + 900 })),
    })),
  }).map(({ speaker, words }) => [speaker, joinWords(words)]);
}

test('a segment is a sentence of one speaker', () => {
  assert.deepEqual(cut([0, 'So it is. “Is it?” Yes'], [1, 'No 3.5 more… 好。 Ja'], [0, 'End']), [
    ['A', 'So it is.'],
    ['A', '“Is it?”'],
    ['A', 'Yes'],
    ['B', 'No 3.5 more…'],
    ['B', '好。'],
    ['B', 'Ja'],
    ['A', 'End'],
  ]);
});

test('abbreviations, initials and ordinals end no segment, and marks of every script do', () => {
  for (const text of [
    'And Mr. John Dashwood had leisure.',
    'Houses in the U.S. are old.',
    'J. R. R. Tolkien on Jan. 5 vs. Mr. X',
    'Yahoo! today',
    'Das ist z. B. am 3. Mai so.',
    'M. Dupont et Mme. Durand',
  ])
    assert.deepEqual(cut([0, text]), [['A', text]]);
  for (const [first, second] of [
    ['मैं ठीक हूँ।', 'धन्यवाद।'],
    ['كيف حالك؟', 'بخير.'],
    ['میں ٹھیک ہوں۔', 'شکریہ۔'],
    ['ሰላም ነው።', 'ደህና።'],
    ['Այո։', 'Ոչ։'],
    ['ကောင်းလား။', 'ကောင်းတယ်။'],
    ['សួស្តី។', 'អរគុណ។'],
    ['Πού είσαι;', 'Εδώ.'],
  ])
    assert.deepEqual(cut([0, `${first} ${second}`]), [
      ['A', first],
      ['A', second],
    ]);
});

test('what has no marks is cut after half a minute', () => {
  const segments = cut([0, Array.from({ length: 70 }, (_, i) => `w${i}`).join(' ')]);
  assert.deepEqual(
    segments.map(([, text]) => text?.split(' ').length),
    [30, 30, 10],
  );
});

test('speakers are counted in letters as columns are', () => {
  const labels = cut([0, 'a'], [25, 'b'], [26, 'c'], [51, 'd'], [52, 'e']).map(([label]) => label);
  assert.deepEqual(labels, ['A', 'Z', 'AA', 'AZ', 'BA']);
});

test('probabilities and compression are measured', () => {
  const word = (confidence?: number) => ({
    ...{ text: 'a', startMs: 0, endMs: 1 },
    ...(confidence !== undefined && { confidence }),
  });
  assert.equal(averageLogprob([word(1), word(Math.exp(-2)), word()]), -1);
  assert.equal(averageLogprob([word()]), 0);
  assert.ok(Number.isFinite(averageLogprob([word(0)])));
  assert.ok(compressionRatio('again and '.repeat(50)) > 2.4 && compressionRatio('once') < 1);
});

test('a language has the name that Whisper tells it by', () => {
  const names = ['en-GB', 'de', 'pt-BR', 'zh-Hant'].map(nameLanguage);
  assert.deepEqual(names, ['english', 'german', 'portuguese', 'chinese']);
});
