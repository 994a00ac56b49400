import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undo } from '@tiptap/pm/history';
import {
  createSampleDocument,
  findFaults,
  getMonologueStart,
  getTimes,
  type SampleDocument,
} from '#e2e/support/editor/sample-document';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { getChosenRange, splitAsSet } from './capitalize';
import { capitalizeSentences } from './capitalize-sentences';

const texts = ({ state }: SampleDocument): string[] =>
  state.doc.children.map(({ textContent }) => textContent);

function write(document: SampleDocument, monologue: number, offset: number, text: string): void {
  const at = getMonologueStart(document.state, monologue) + offset;
  document.dispatch(document.state.tr.insertText(text, at));
}

test('sentences of the selection get their capitals in one undo step, and words keep their times', () => {
  const document = createSampleDocument(2, 4);
  write(document, 0, 5, '.');
  const before = texts(document);
  const times = getTimes(document).map(([, ms]) => ms);
  document.select(0, 1, 1, 3);
  const { anchor, head } = document.state.selection;
  singleUndoStep(document, capitalizeSentences(document.state, getChosenRange(document.state)));
  assert.deepEqual(texts(document), ['w0 w1. W2 w3', 'W4 w5 w6 w7']);
  assert.deepEqual([document.state.selection.anchor, document.state.selection.head], [anchor, head]);
  assert.deepEqual(
    getTimes(document).map(([, ms]) => ms),
    times,
  );
  assert.deepEqual(findFaults(document), []);
  undo(document.state, (tr) => document.dispatch(tr));
  assert.deepEqual(texts(document), before);
});

test('letters become the capitals of the language, in Greek with their accents', () => {
  for (const [language, written, expected] of [
    ['el', 'πού είσαι; έλα εδώ, π.χ. τώρα. ήρθε', 'Πού είσαι; Έλα εδώ, π.χ. τώρα. Ήρθε'],
    ['tr', 'iyi. ılık', 'İyi. Ilık'],
    ['de', 'er kam am 3. mai, z. b. früh. über ihn', 'Er kam am 3. mai, z. b. früh. Über ihn'],
    ['hi', 'मैं ठीक हूँ। okay चलो। डॉ. sharma', 'मैं ठीक हूँ। Okay चलो। डॉ. sharma'],
    ['ar', 'كيف حالك؟ okay شكرا. د. smith', 'كيف حالك؟ Okay شكرا. د. smith'],
  ] as const) {
    const document = createSampleDocument(1, 1);
    write(document, 0, 0, `${written} `);
    document.select(0, 0);
    const { state } = document;
    singleUndoStep(document, capitalizeSentences(state, getChosenRange(state), language));
    assert.equal(texts(document)[0], `${expected} w0`);
  }
});

test('without a selection, it is the monologue at the caret', () => {
  const document = createSampleDocument(2, 2);
  document.select(1, 3);
  singleUndoStep(document, capitalizeSentences(document.state, getChosenRange(document.state)));
  assert.deepEqual(texts(document), ['w0 w1', 'W2 w3']);
});

test('where nothing is to be raised nothing changes', () => {
  const document = createSampleDocument(1, 2);
  document.select(0, 3, 0, 5);
  assert.equal(capitalizeSentences(document.state, getChosenRange(document.state)).docChanged, false);
});

test('after a split the new paragraph begins with a capital, in the same undo step', () => {
  const document = createSampleDocument(1, 4);
  document.select(0, 6);
  singleUndoStep(document, splitAsSet(document.state, { capitalizeAfterSplit: true }));
  assert.deepEqual(texts(document), ['w0 w1', 'W2 w3']);
  assert.equal(document.state.selection.head, getMonologueStart(document.state, 1));
  assert.deepEqual(findFaults(document), []);
  undo(document.state, (tr) => document.dispatch(tr));
  assert.deepEqual(texts(document), ['w0 w1 w2 w3']);
  document.select(0, 6);
  singleUndoStep(document, splitAsSet(document.state, { capitalizeAfterSplit: false }));
  assert.deepEqual(texts(document), ['w0 w1', 'w2 w3']);
});

test('a split at the beginning or the end changes no letter', () => {
  for (const offset of [0, 11]) {
    const document = createSampleDocument(1, 4);
    document.select(0, offset);
    singleUndoStep(document, splitAsSet(document.state, { capitalizeAfterSplit: true }));
    assert.deepEqual(
      texts(document).filter((text) => text !== ''),
      ['w0 w1 w2 w3'],
    );
  }
});
