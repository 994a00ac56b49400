import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undo, undoDepth } from '@tiptap/pm/history';
import { Selection, TextSelection } from '@tiptap/pm/state';
import * as fc from 'fast-check';
import { clipOf } from './clip';
import { insertClip } from './insert-clip';
import { takeOut } from './joints';
import { faultsOf, madeUpDocument, timesOf, type MadeUp } from './made-up-document';
import { mergeDown, mergeUp } from './merge';
import { inOneStep } from './one-step';
import { split } from './split';
import { attributesOf } from './to-document';
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

function select({ state }: MadeUp, { from, length }: Deed): Selection {
  const start = Math.floor(from * state.doc.content.size);
  const end = Math.min(state.doc.content.size, start + length);
  return TextSelection.between(state.doc.resolve(start), state.doc.resolve(end));
}

function change(desk: MadeUp, deed: Deed) {
  const { state } = desk;
  const target = { jobId: 'job', words: desk.words };
  switch (deed.kind) {
    case 'type':
      return state.tr.insertText(deed.text);
    case 'blank':
      return state.tr.insertText(' ');
    case 'delete':
      return takeOut(state.tr);
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
      const clip = clipOf(state, desk.words, 'job');
      const tr = deed.kind === 'move' ? takeOut(state.tr) : state.tr;
      tr.setSelection(Selection.near(tr.doc.resolve(Math.floor((1 - deed.from) * tr.doc.content.size))));
      return insertClip(state, tr, clip, target);
    }
    default:
      return undefined;
  }
}

function run(desk: MadeUp, deed: Deed): void {
  desk.dispatch(desk.state.tr.setSelection(select(desk, deed)));
  const tr = change(desk, deed);
  if (tr?.docChanged === true) inOneStep(desk, tr);
}

const begin = () => madeUpDocument(6, 8);

test('whatever is done, ids, places and ranges are right, and undo leads back to exactly the beginning', () => {
  fc.assert(
    fc.property(deeds(movingKinds), (all) => {
      const desk = begin();
      const [json, times] = [desk.state.doc.toJSON(), timesOf(desk)];
      for (const deed of all) {
        run(desk, deed);
        desk.state.doc.check();
        assert.deepEqual(faultsOf(desk), []);
      }
      while (undoDepth(desk.state) > 0) undo(desk.state, desk.dispatch);
      assert.deepEqual(desk.state.doc.toJSON(), json);
      assert.deepEqual(timesOf(desk), times);
    }),
    { numRuns: randomCases(500) },
  );
});

test('as long as nothing is moved, ranges follow one another and no two monologues have the same machine word', () => {
  fc.assert(
    fc.property(deeds(kinds), (all) => {
      const desk = begin();
      for (const deed of all) run(desk, deed);
      let reached = 0;
      for (const node of desk.state.doc.children) {
        const { from, to } = attributesOf(node);
        assert(from >= reached, `${from} after ${reached}`);
        reached = to;
      }
    }),
    { numRuns: randomCases(500) },
  );
});
