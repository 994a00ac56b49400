import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undo, undoDepth } from '@tiptap/pm/history';
import { Selection, TextSelection } from '@tiptap/pm/state';
import * as fc from 'fast-check';
import { createClip } from '#components/editor/document/clipboard/clip.ts';
import { insertClip } from '#components/editor/document/clipboard/insert-clip.ts';
import { removeSelection } from './whitespace';
import {
  findFaults,
  createSampleDocument,
  getTimes,
  type SampleDocument,
} from '#e2e/support/editor/sample-document';
import { mergeDown, mergeUp } from '#components/editor/document/paragraphs/merge.ts';
import { singleUndoStep } from './single-undo-step';
import { split } from '#components/editor/document/paragraphs/split.ts';
import { getAttributes } from './to-document';
import { randomCases } from '#e2e/support/random-cases';

const kinds = ['type', 'delete', 'split', 'up', 'down', 'blank'] as const;
const movingKinds = [...kinds, 'move', 'copy', 'tag', 'speaker'] as const;

interface Deed {
  kind: (typeof movingKinds)[number];
  from: number;
  length: number;
  text: string;
}

const deeds = (all: readonly Deed['kind'][]) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...all),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 60 }),
      text: fc.constantFrom('x', 'hello', ' ', 'two words', '👩‍👧', 'שלום', '日本語', ' w3 '),
    }),
    { maxLength: 12 },
  );

function select({ state }: SampleDocument, { from, length }: Deed): Selection {
  const start = Math.floor(from * state.doc.content.size);
  const end = Math.min(state.doc.content.size, start + length);
  return TextSelection.between(state.doc.resolve(start), state.doc.resolve(end));
}

function change(document: SampleDocument, deed: Deed) {
  const { state } = document;
  const target = { jobId: 'job', words: document.words };
  switch (deed.kind) {
    case 'type':
      return state.tr.insertText(deed.text);
    case 'blank':
      return state.tr.insertText(' ');
    case 'delete':
      return removeSelection(state.tr);
    case 'split':
      return split(state);
    case 'up':
      return mergeUp(state);
    case 'down':
      return mergeDown(state);
    case 'tag':
      return state.tr.replaceSelectionWith(state.schema.node('tag', { tag: '[laughter]' }));
    case 'speaker':
      return state.tr.setDocAttribute('speakers', [{ id: 0, name: deed.text }]);
    case 'move':
    case 'copy': {
      const clip = createClip(state, document.words, 'job');
      const tr = deed.kind === 'move' ? removeSelection(state.tr) : state.tr;
      tr.setSelection(Selection.near(tr.doc.resolve(Math.floor((1 - deed.from) * tr.doc.content.size))));
      return insertClip(state, tr, clip, target);
    }
    default:
      return undefined;
  }
}

function run(document: SampleDocument, deed: Deed): void {
  document.dispatch(document.state.tr.setSelection(select(document, deed)));
  const tr = change(document, deed);
  if (tr?.docChanged === true) singleUndoStep(document, tr);
}

const begin = () => createSampleDocument(6, 8);

test('whatever is done, ids, places and ranges are right, and undo leads back to exactly the beginning', () => {
  fc.assert(
    fc.property(deeds(movingKinds), (all) => {
      const document = begin();
      const [json, times] = [document.state.doc.toJSON(), getTimes(document)];
      for (const deed of all) {
        run(document, deed);
        document.state.doc.check();
        assert.deepEqual(findFaults(document), []);
      }
      while (undoDepth(document.state) > 0) undo(document.state, document.dispatch);
      assert.deepEqual(document.state.doc.toJSON(), json);
      assert.deepEqual(getTimes(document), times);
    }),
    { numRuns: randomCases(500) },
  );
});

test('as long as nothing is moved, ranges follow one another and no two monologues have the same machine word', () => {
  fc.assert(
    fc.property(deeds(kinds), (all) => {
      const document = begin();
      for (const deed of all) run(document, deed);
      let reached = 0;
      for (const node of document.state.doc.children) {
        const { from, to } = getAttributes(node);
        assert(from >= reached, `${from} after ${reached}`);
        reached = to;
      }
    }),
    { numRuns: randomCases(500) },
  );
});
