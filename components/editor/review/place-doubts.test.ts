import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Doubt } from '#lib/transcripts/find-doubts';
import { madeUpDocument, startOfMonologue, type MadeUp } from '../document/made-up-document';
import { split } from '../document/split';
import { placeDoubts, type Accepted } from './place-doubts';
import { replacePlaces } from './replace-places';

const none: Accepted = { words: new Set(), pauses: new Set() };
const doubt = (from: number, to: number): Doubt => ({ kind: 'confidence', from, to });
const left = ({ state, words }: MadeUp, doubts: Doubt[], accepted = none): string[] =>
  placeDoubts(state.doc, words, doubts, accepted).map(({ from, to }) => state.doc.textBetween(from, to, '|'));

function write(desk: MadeUp, from: string, to: string): void {
  desk.state.doc.descendants((node, position) => {
    const at = node.isText ? (node.text ?? '').indexOf(from) : -1;
    if (at >= 0) desk.dispatch(desk.state.tr.insertText(to, position + at, position + at + from.length));
  });
}

test('doubtful words are found where they stand', () => {
  const desk = madeUpDocument(3, 4);
  const doubts = [doubt(1, 3), doubt(5, 6), doubt(11, 12)];
  assert.deepEqual(left(desk, doubts), ['w1 w2', 'w5', 'w11']);
  const [first] = placeDoubts(desk.state.doc, desk.words, doubts, none);
  assert.deepEqual([first?.startMs, first?.endMs], [500, 1400]);
});

test('a word that was changed or accepted is no doubt any more, its neighbour still is', () => {
  const desk = madeUpDocument(2, 4);
  write(desk, 'w1', 'W1,');
  assert.deepEqual(left(desk, [doubt(1, 3), doubt(5, 6)]), ['w2', 'w5']);
  assert.deepEqual(left(desk, [doubt(1, 3), doubt(5, 6)], { ...none, words: new Set([2]) }), ['w5']);
  write(desk, 'w2 ', '');
  assert.deepEqual(left(desk, [doubt(1, 3), doubt(5, 6)]), ['w5']);
});

test('a place that was cut in two is first its one part, then the other', () => {
  const desk = madeUpDocument(2, 4);
  desk.select(0, 6);
  const cut = split(desk.state);
  assert(cut);
  desk.dispatch(cut);
  assert.deepEqual(left(desk, [doubt(1, 3)]), ['w1']);
  assert.deepEqual(left(desk, [doubt(1, 3)], { ...none, words: new Set([1]) }), ['w2']);
});

test('a long pause is a place until something is written in it, or somebody accepts it', () => {
  const desk = madeUpDocument(2, 4);
  const words = desk.words.map((word, i) => ({
    ...word,
    startMs: word.startMs + (i >= 2 ? 6000 : 0) + (i >= 4 ? 6000 : 0),
    endMs: word.endMs + (i >= 2 ? 6000 : 0) + (i >= 4 ? 6000 : 0),
  }));
  const spaced = { ...desk, words };
  const doubts: Doubt[] = [
    { kind: 'silence', from: 2, to: 2 },
    { kind: 'silence', from: 4, to: 4 },
  ];
  const [inside, between] = placeDoubts(spaced.state.doc, words, doubts, none);
  assert.deepEqual([inside?.from, inside?.startMs, inside?.endMs], [6, 900, 7000]);
  assert.deepEqual([between?.from, between?.startMs], [startOfMonologue(desk.state, 1), 7900]);
  assert.equal(placeDoubts(spaced.state.doc, words, doubts, { ...none, pauses: new Set([4]) }).length, 1);
  const { tr, schema } = desk.state;
  const tagged = tr.insert(6, schema.nodes['tag']?.create({ tag: '[music]' }) ?? []).doc;
  assert.deepEqual(
    placeDoubts(tagged, words, doubts, none).map(({ doubt }) => doubt.from),
    [4],
  );
  const filled = desk.state.tr.insertText(' and he laughed', 6).doc;
  assert.deepEqual(
    placeDoubts(filled, words, doubts, none).map(({ doubt }) => doubt.from),
    [4],
  );
});

test('the same text is written at many places by one change', () => {
  const desk = madeUpDocument(3, 4);
  const places = placeDoubts(desk.state.doc, desk.words, [doubt(1, 2), doubt(5, 6), doubt(9, 10)], none);
  desk.dispatch(replacePlaces(desk.state, places, 'carnation'));
  assert.deepEqual(
    desk.state.doc.children.map(({ textContent }) => textContent),
    ['w0 carnation w2 w3', 'w4 carnation w6 w7', 'w8 carnation w10 w11'],
  );
  assert.deepEqual(left(desk, [doubt(1, 2), doubt(5, 6), doubt(9, 10)]), []);
});
