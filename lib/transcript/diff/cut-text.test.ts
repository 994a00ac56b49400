import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { cutText } from '#lib/transcript/diff/cut-text';
import { removeExtraBlanks } from '#lib/transcript/text/extra-blanks';

const toKeys = (text: string) => cutText(text).words.map(({ key }) => key);

test('words are the same wherever blanks stand between or within them', () => {
  const keys = ['今日', 'は', '晴れ', 'です。'];
  for (const text of ['今日は晴れです。', '今日 は 晴れ です。', '今 日 は 晴 れ で す 。'])
    assert.deepEqual(toKeys(text), keys);
  assert.deepEqual(cutText(' 今 日は '), {
    words: [
      { before: ' ', text: '今 日', key: '今日' },
      { before: '', text: 'は', key: 'は' },
    ],
    after: ' ',
  });
  assert.deepEqual(cutText('so  it is '), {
    words: [
      { before: '', text: 'so', key: 'so' },
      { before: '  ', text: 'it', key: 'it' },
      { before: ' ', text: 'is', key: 'is' },
    ],
    after: ' ',
  });
});

test('of any text nothing is lost', () => {
  const anyText = fc.string({ unit: fc.constantFrom(...Array.from('aé1我们は。บัน.,«&「   \u3000')) });
  fc.assert(
    fc.property(anyText, (text) => {
      const { words, after } = cutText(text);
      assert.equal(words.map((word) => word.before + word.text).join('') + after, text);
      assert.deepEqual(
        words.map(({ key }) => key),
        toKeys(removeExtraBlanks(text)),
      );
    }),
    { numRuns: randomCases(2000) },
  );
});
