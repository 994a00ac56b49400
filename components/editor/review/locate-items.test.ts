import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import {
  createSampleDocument,
  getMonologueStart,
  type SampleDocument,
} from '#e2e/support/editor/sample-document';
import { split } from '#components/editor/document/paragraphs/split.ts';
import type { AcceptedItems } from '#lib/transcript/review/find-remaining';
import { locateItems } from './locate-items';
import { replaceItems, writeHeard } from './replace-items';
import { findSame, getOriginal } from './review';

const none: AcceptedItems = { words: new Set(), pauses: new Set() };
const item = (from: number, to: number): ReviewItem => ({ kind: 'confidence', from, to });
const left = ({ state, words }: SampleDocument, items: ReviewItem[], accepted = none): string[] =>
  locateItems(state.doc, words, items, accepted).map(({ from, to }) => state.doc.textBetween(from, to, '|'));

function write(document: SampleDocument, from: string, to: string): void {
  document.state.doc.descendants((node, position) => {
    const at = node.isText ? (node.text ?? '').indexOf(from) : -1;
    if (at >= 0)
      document.dispatch(document.state.tr.insertText(to, position + at, position + at + from.length));
  });
}

test('doubtful words are found where they stand', () => {
  const document = createSampleDocument(3, 4);
  const items = [item(1, 3), item(5, 6), item(11, 12)];
  assert.deepEqual(left(document, items), ['w1 w2', 'w5', 'w11']);
  const [first] = locateItems(document.state.doc, document.words, items, none);
  assert.deepEqual([first?.startMs, first?.endMs], [500, 1400]);
});

test('a word that was changed or accepted is no doubt any more, its neighbour still is', () => {
  const document = createSampleDocument(2, 4);
  write(document, 'w1', 'W1,');
  assert.deepEqual(left(document, [item(1, 3), item(5, 6)]), ['w2', 'w5']);
  assert.deepEqual(left(document, [item(1, 3), item(5, 6)], { ...none, words: new Set([2]) }), ['w5']);
  write(document, 'w2 ', '');
  assert.deepEqual(left(document, [item(1, 3), item(5, 6)]), ['w5']);
});

test('a place that was cut in two is first its one part, then the other', () => {
  const document = createSampleDocument(2, 4);
  document.select(0, 6);
  const cut = split(document.state);
  assert(cut);
  document.dispatch(cut);
  assert.deepEqual(left(document, [item(1, 3)]), ['w1']);
  assert.deepEqual(left(document, [item(1, 3)], { ...none, words: new Set([1]) }), ['w2']);
});

test('a long pause is a place until something is written in it, or it is accepted', () => {
  const document = createSampleDocument(2, 4);
  const words = document.words.map((word, i) => ({
    ...word,
    startMs: word.startMs + (i >= 2 ? 6000 : 0) + (i >= 4 ? 6000 : 0),
    endMs: word.endMs + (i >= 2 ? 6000 : 0) + (i >= 4 ? 6000 : 0),
  }));
  const spaced = { ...document, words };
  const items: ReviewItem[] = [
    { kind: 'silence', from: 2, to: 2 },
    { kind: 'silence', from: 4, to: 4 },
  ];
  const [inside, between] = locateItems(spaced.state.doc, words, items, none);
  assert.deepEqual([inside?.from, inside?.startMs, inside?.endMs], [6, 900, 7000]);
  assert.deepEqual([between?.from, between?.startMs], [getMonologueStart(document.state, 1), 7900]);
  assert.equal(locateItems(spaced.state.doc, words, items, { ...none, pauses: new Set([4]) }).length, 1);
  const { tr, schema } = document.state;
  const tagged = tr.insert(6, schema.nodes['tag']?.create({ tag: '[music]' }) ?? []).doc;
  assert.deepEqual(
    locateItems(tagged, words, items, none).map(({ item }) => item.from),
    [4],
  );
  const filled = document.state.tr.insertText(' and he laughed', 6).doc;
  assert.deepEqual(
    locateItems(filled, words, items, none).map(({ item }) => item.from),
    [4],
  );
});

test('speech that was not understood is a place until something is written there, or it is accepted', () => {
  const document = createSampleDocument(2, 4);
  const words = document.words.map((word, i) => ({
    ...word,
    startMs: word.startMs + (i >= 2 ? 3000 : 0),
    endMs: word.endMs + (i >= 2 ? 3000 : 0),
  }));
  const speech = (from: number, startMs: number, endMs: number): ReviewItem => ({
    ...{ kind: 'speech', from, to: from },
    passage: { startMs, endMs },
  });
  const lastMs = words.at(-1)?.endMs ?? 0;
  const items = [speech(2, 1500, 3500), speech(8, lastMs + 500, lastMs + 3500)];
  const { doc } = document.state;
  const locate = (changed = doc, accepted = none) => locateItems(changed, words, items, accepted);
  const [inside, behind] = locate();
  assert.deepEqual([inside?.from, inside?.startMs, inside?.endMs], [6, 1500, 3500]);
  assert.deepEqual([behind?.from, behind?.startMs], [doc.content.size - 1, lastMs + 500]);
  const accepted = { ...none, pauses: new Set([8]) };
  assert.deepEqual(
    locate(doc, accepted).map(({ item }) => item.from),
    [2],
  );
  const written = document.state.tr.insertText(' and he laughed', 6).doc;
  assert.deepEqual(
    locate(written).map(({ item }) => item.from),
    [8],
  );
  const { tr, schema } = document.state;
  const tagged = tr.insert(
    doc.content.size - 1,
    schema.nodes['tag']?.create({ tag: '[laughter]' }) ?? [],
  ).doc;
  assert.deepEqual(
    locate(tagged).map(({ item }) => item.from),
    [2],
  );
});

test('a conflict is what people had there, until it is changed, accepted, or what was heard is taken', () => {
  const document = createSampleDocument(2, 4);
  write(document, 'w1 w2', 'Dashwood,');
  write(document, 'w6 ', '');
  const conflict = (from: number, to: number, text: string): ReviewItem => ({
    ...{ kind: 'conflict', from, to },
    text,
  });
  const items = [conflict(1, 3, 'Dashwood,'), conflict(6, 7, ''), conflict(3, 4, 'other')];
  assert.deepEqual(left(document, items), ['Dashwood', '']);
  assert.deepEqual(left(document, items, { ...none, words: new Set([1, 2]) }), ['']);
  const [first, second] = locateItems(document.state.doc, document.words, items, none);
  assert.ok(first && second);
  assert.deepEqual([first.startMs, first.endMs], [500, 1400]);
  const words = document.words.map((word, i) => (i === 2 ? { ...word, text: 'w2.' } : word));
  document.dispatch(writeHeard(document.state, second, words));
  document.dispatch(writeHeard(document.state, first, words));
  assert.deepEqual(
    document.state.doc.children.map(({ textContent }) => textContent),
    ['w0 w1 w2, w3', 'w4 w5 w6 w7'],
  );
  assert.deepEqual(left(document, items), []);
});

test('words that were deleted at the beginning, or replaced by a tag, are put back where they were', () => {
  const document = createSampleDocument(2, 4);
  write(document, 'w0 ', '');
  write(document, 'w5', '');
  const { tr, schema } = document.state;
  const at = getMonologueStart(document.state, 1) + 3;
  document.dispatch(tr.insert(at, schema.nodes['tag']?.create({ tag: '[inaudible]' }) ?? []));
  const items: ReviewItem[] = [0, 5].map((from) => ({ kind: 'conflict', from, to: from + 1, text: '' }));
  for (const located of locateItems(document.state.doc, document.words, items, none).toReversed())
    document.dispatch(writeHeard(document.state, located, document.words));
  assert.deepEqual(
    document.state.doc.children.map(({ textContent, childCount }) => [textContent, childCount]),
    [
      ['w0 w1 w2 w3', 1],
      ['w4 w5 w6 w7', 1],
    ],
  );
});

test('the same text is written at many places by one change', () => {
  const document = createSampleDocument(3, 4);
  const located = locateItems(
    document.state.doc,
    document.words,
    [item(1, 2), item(5, 6), item(9, 10)],
    none,
  );
  document.dispatch(replaceItems(document.state, located, () => 'carnation'));
  assert.deepEqual(
    document.state.doc.children.map(({ textContent }) => textContent),
    ['w0 carnation w2 w3', 'w4 carnation w6 w7', 'w8 carnation w10 w11'],
  );
  assert.deepEqual(left(document, [item(1, 2), item(5, 6), item(9, 10)]), []);
});

test('a passage that may be in another language spans paragraphs, until it is accepted or most of it was rewritten', () => {
  const document = createSampleDocument(3, 4);
  const passage = { startMs: 1000, endMs: 3500 };
  const items: ReviewItem[] = [{ kind: 'language', from: 2, to: 7, passage }];
  assert.deepEqual(left(document, items), ['w2 w3|w4 w5 w6']);
  const [located] = locateItems(document.state.doc, document.words, items, none);
  assert.deepEqual([located?.startMs, located?.endMs], [1000, 3500]);
  write(document, 'w2', 'zwei');
  write(document, 'w4', 'vier');
  assert.deepEqual(left(document, items), ['w3|vier w5 w6']);
  assert.deepEqual(left(document, items, { ...none, words: new Set([2, 3, 4, 5, 6]) }), []);
  write(document, 'w5', 'fünf');
  assert.deepEqual(left(document, items), []);
});

test('a word is located without its punctuation, and alike words are alike with any', () => {
  const document = createSampleDocument(1, 4);
  const words = document.words.map((word, i) => ({
    ...word,
    text: ['peas.', '“Peas,', 'a', 'dogs’'][i] ?? '',
  }));
  for (const [i, { text }] of words.entries()) write(document, `w${i}`, text);
  const located = locateItems(document.state.doc, words, [item(0, 1), item(1, 2), item(3, 4)], none);
  assert.deepEqual(
    located.map(({ from, to, text }) => [text, document.state.doc.textBetween(from, to)]),
    [
      ['peas', 'peas'],
      ['Peas', 'Peas'],
      ['dogs’', 'dogs’'],
    ],
  );
  const [first, second] = located;
  assert.ok(first && second);
  assert.deepEqual(findSame({ ...first, original: getOriginal(first) }, located), [second]);
  document.dispatch(replaceItems(document.state, [first, second], () => 'bees'));
  assert.equal(document.state.doc.textContent, 'bees. “bees, a dogs’');
});

test('words that sound like an entry are one while all of them stand', () => {
  const document = createSampleDocument(2, 4);
  const items: ReviewItem[] = [
    { kind: 'sound', from: 1, to: 3, text: 'Ada' },
    { kind: 'sound', from: 5, to: 6, text: 'Ada' },
  ];
  assert.deepEqual(left(document, items), ['w1 w2', 'w5']);
  assert.deepEqual(left(document, items, { ...none, words: new Set([2]) }), ['w5']);
  write(document, 'w1', 'V1');
  assert.deepEqual(left(document, items), ['w5']);
});

test('the same entry is taken at all places where the same was heard, each with its own capitals', () => {
  const document = createSampleDocument(1, 4);
  const words = document.words.map((word) => ({ ...word, text: 'Low' }));
  for (const i of [0, 1, 2, 3]) write(document, `w${i}`, 'Low');
  const items = ['Loo', 'loo', 'Lou'].map((text, i): ReviewItem => ({
    kind: 'sound',
    from: i,
    to: i + 1,
    text,
  }));
  const located = locateItems(document.state.doc, words, [...items, item(3, 4)], none);
  const [first, second] = located;
  assert.ok(first && second);
  assert.deepEqual(findSame({ ...first, original: getOriginal(first) }, located), [second]);
  document.dispatch(replaceItems(document.state, [first, second], (at) => at.item.text ?? ''));
  assert.equal(document.state.doc.textContent, 'Loo loo Low Low');
});
