import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPlainText } from '#lib/exports/text/to-plain-text';

const speaker = { id: 0, name: 'Speaker 1' };
const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 200, confidence: 1 });

test('a transcript is one block a monologue, parted by a blank line, minutes going on past 59', () => {
  const text = toPlainText({
    speakers: [speaker],
    monologues: [
      { id: 0, speaker, words: [word('hello', 2999), word('there', 3300)] },
      { id: 1, speaker, words: [word('bye', (75 * 60 + 3) * 1000)] },
    ],
  });
  assert.equal(text, 'Speaker 1:    00:02    hello there\n\nSpeaker 1:    75:03    bye\n');
});

test('a transcript without words is one empty line', () => {
  assert.equal(toPlainText({ speakers: [], monologues: [] }), '\n');
});
