import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { joinWords } from '#lib/transcript/text/join-words';
import { splitWords } from '#lib/transcript/text/split-words';

const texts = (text: string) => splitWords(text).map((word) => word.text);

test('words are parted at white space and know where they stand', () => {
  assert.deepEqual(splitWords(' Mr. Dashwood  had\nleisure, '), [
    { text: 'Mr.', start: 1, end: 4 },
    { text: 'Dashwood', start: 5, end: 13 },
    { text: 'had', start: 15, end: 18 },
    { text: 'leisure,', start: 19, end: 27 },
  ]);
});

test('punctuation that stands alone goes to the word before it, an opening mark to the word after it', () => {
  assert.deepEqual(texts('« Quoi ? » Non !'), ['« Quoi ? »', 'Non !']);
  assert.deepEqual(texts('... yes ( no )'), ['... yes', '( no )']);
  assert.deepEqual(texts('AT & T 50 %'), ['AT', '&', 'T', '50', '%']);
  assert.deepEqual(texts('end “'), ['end “']);
  assert.deepEqual(texts('— Да? — Нет. so — yes'), ['— Да?', '— Нет.', 'so —', 'yes']);
  assert.deepEqual(texts('«\u00a0Oui\u202f!\u00a0» dit-il à Mme\u00a0X, 10\u00a0000\u00a0fois'), [
    '«\u00a0Oui\u202f!\u00a0»',
    ...['dit-il', 'à', 'Mme', 'X,', '10\u00a0000', 'fois'],
  ]);
});

test('scripts without spaces are parted into words, and what is mixed in stays whole', () => {
  assert.deepEqual(texts('我们都是中国人。'), ['我们', '都是', '中国人。']);
  assert.deepEqual(texts('使用Longhand很好'), ['使用', 'Longhand', '很好']);
  assert.deepEqual(texts('สวัสดีครับ'), ['สวัสดี', 'ครับ']);
});

test('nothing but punctuation and white space has no words', () => {
  assert.deepEqual(texts(''), []);
  assert.deepEqual(texts(' . … — '), []);
});

test('of any text that has a word, its words joined are the text, and ranges are in order', () => {
  const collapse = (text: string) =>
    text.trim().replaceAll(/\s+/gu, (space) => /[\u00a0\u202f\u3000]/.exec(space)?.[0] ?? ' ');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('aé1我们บ။.,«“¿& -\n\u00a0\u3000')) }),
      (text) => {
        const words = splitWords(text);
        if (words.length > 0) assert.equal(collapse(joinWords(words)), collapse(text));
        words.forEach(({ start, end }, i) => {
          assert.ok(start >= (words[i - 1]?.end ?? 0) && end > start && end <= text.length);
        });
      },
    ),
  );
});
