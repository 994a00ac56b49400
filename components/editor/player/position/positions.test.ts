import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Schema } from '@tiptap/pm/model';
import { spokenAt } from '#components/editor/document/timing.ts';
import { getNeighborStart, getTimeRange } from './positions';

const schema = new Schema({
  nodes: {
    doc: { content: 'monologue+' },
    monologue: {
      content: 'text*',
      attrs: { from: { default: 0 }, to: { default: 0 }, startMs: { default: null } },
    },
    text: {},
  },
});

/** One word per second, each half a second long. */
const words = 'a b c d e f g h i'.split(' ').map((text, i) => ({
  text,
  startMs: i * 1000,
  endMs: i * 1000 + 500,
  confidence: 1,
}));
const monologue = (from: number, to: number) =>
  schema.node(
    'monologue',
    { from, to },
    schema.text(
      words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
    ),
  );
const inOrder = schema.node('doc', {}, [monologue(0, 3), monologue(3, 6), monologue(6, 9)]);
const moved = schema.node('doc', {}, [monologue(6, 9), monologue(0, 3), monologue(3, 6)]);
const textAt = (doc: typeof inOrder, ms: number): string => {
  const { word } = spokenAt(doc, ms, words);
  return word === undefined ? '' : doc.textBetween(word.from, word.to);
};

test('every moment has the word that has begun last, wherever its monologue stands', () => {
  for (const doc of [inOrder, moved]) {
    for (const [i, { text }] of words.entries()) {
      assert.equal(textAt(doc, i * 1000), text);
      assert.equal(textAt(doc, i * 1000 + 999), text);
      assert.equal(spokenAt(doc, i * 1000 + 400, words).untilMs, i < 8 ? (i + 1) * 1000 : Infinity);
    }
  }
});

test('before the first word there is none, until it begins', () => {
  const late = schema.node('doc', {}, [schema.node('monologue', {}), monologue(3, 6)]);
  assert.deepEqual(spokenAt(late, 2999, words), { word: undefined, untilMs: 3000 });
  assert.equal(textAt(late, 3000), 'd');
});

test('a monologue back is its beginning at first, and the one before when that was just heard', () => {
  assert.equal(getNeighborStart(inOrder, words, 5000, -1), 3000);
  assert.equal(getNeighborStart(inOrder, words, 3800, -1), 0);
  assert.equal(getNeighborStart(inOrder, words, 200, -1), 0);
  assert.equal(getNeighborStart(inOrder, words, 5000, 1), 6000);
  assert.equal(getNeighborStart(inOrder, words, 7000, 1), undefined);
});

test('the stretch of a monologue ends with its last word; one without words has none', () => {
  assert.deepEqual(getTimeRange(monologue(3, 6), words), { startMs: 3000, endMs: 5500 });
  assert.equal(getTimeRange(schema.node('monologue', { from: 3, to: 3 }), words), undefined);
});
