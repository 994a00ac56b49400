import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitParagraphs } from '#lib/transcript/text/clean-text';

test('paragraphs are what blank lines part, or line breaks where there are no blank lines', () => {
  for (const [text, paragraphs] of [
    ['One.\n\nTwo.', ['One.', 'Two.']],
    ['One.\r\nTwo.\r\n', ['One.', 'Two.']],
    ['One\nline.\n \t\n\n\nTwo.', ['One line.', 'Two.']],
    ['\n\nOne\u2028Two\n\n', ['One', 'Two']],
    ['One\u2029Two\u2028more', ['One', 'Two more']],
    [' \u0007one\ttwo ', ['one two']],
    ['\n \n', []],
  ] as const)
    assert.deepEqual(splitParagraphs(text), paragraphs);
});
