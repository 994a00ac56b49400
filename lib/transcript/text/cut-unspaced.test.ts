import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { cutUnspaced, toWords } from '#lib/transcript/text/cut-unspaced';
import { joinWords } from '#lib/transcript/text/join-words';

test('text is cut into the words that are written without a blank, and nowhere else', () => {
  for (const [text, pieces] of [
    ['今日は晴れです。', ['今日', 'は', '晴れ', 'です。']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['使用Longhand很好', ['使用Longhand很好']],
    ['the cat', ['the cat']],
    [' 我们都是 ', [' 我们', '都是 ']],
    ['。', ['。']],
    ['', ['']],
  ] as const)
    assert.deepEqual(cutUnspaced(text), pieces);
});

test('of any text nothing is lost, and without white space it is what joining its words gives', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('aé1我们は。บัน.,«¿&「')) }), (text) => {
      assert.equal(cutUnspaced(text).join(''), text);
      assert.equal(joinWords(cutUnspaced(text).map((piece) => ({ text: piece }))), text);
    }),
  );
});

test('words are counted with blanks and without', () => {
  assert.deepEqual(toWords(' the  cat '), ['the', 'cat']);
  assert.deepEqual(toWords('今日は晴れです。 OK'), ['今日', 'は', '晴れ', 'です。', 'OK']);
  assert.deepEqual(toWords(''), []);
});

test('a stretch whose characters never touch is one piece, found in linear time', () => {
  const text = '한ก'.repeat(100_000);
  assert.deepEqual(cutUnspaced(text), [text]);
});
