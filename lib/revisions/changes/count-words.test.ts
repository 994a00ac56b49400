import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from './count-words';

const count = (text: string): number => countWords([{ content: [{ text }] }]);

test('words are what stands between blanks of any kind', () => {
  for (const text of [
    '',
    ' ',
    'one',
    ' one  two\u00a0three\u2003four ',
    'a\u3000b\u202fc',
    'é\u0301 n’est–ce',
    '😀 😀',
    'x\u0085y',
  ]) {
    assert.equal(count(text), text.match(/\S+/gu)?.length ?? 0, JSON.stringify(text));
  }
});

test('each character of a script without blanks counts as a word, too', () => {
  assert.equal(count('我们 are 人'), 3 + 3);
});
