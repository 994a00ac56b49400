import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redo, undo, undoDepth } from '@tiptap/pm/history';
import { Selection, TextSelection } from '@tiptap/pm/state';
import * as fc from 'fast-check';
import type { EditedMonologue } from '#lib/transcript/edit';
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
import { patchDocument } from './patch-document';
import { getAttributes, getSpeakers, toMonologue } from './to-document';
import { randomCases } from '#e2e/support/random-cases';

const kinds = ['type', 'delete', 'split', 'up', 'down', 'blank'] as const;
const movingKinds = [...kinds, 'move', 'copy', 'tag', 'speaker'] as const;

interface Deed {
  kind: (typeof movingKinds)[number];
  from: number;
  length: number;
  text: string;
}

const deed = (all: readonly Deed['kind'][]): fc.Arbitrary<Deed> =>
  fc.record({
    kind: fc.constantFrom(...all),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 60 }),
    text: fc.constantFrom('x', 'hello', ' ', 'two words', '👩‍👧', 'שלום', '日本語', ' w3 '),
  });

const deeds = (all: readonly Deed['kind'][]) => fc.array(deed(all), { maxLength: 12 });

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

interface RemoteDeed {
  kind: 'rewrite' | 'remove' | 'return' | 'restore';
  which: number;
}

const remoteDeeds = fc.record({
  kind: fc.constantFrom('rewrite', 'remove', 'return', 'restore'),
  which: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
}) satisfies fc.Arbitrary<RemoteDeed>;

/** Applies a remote change: to one monologue, to a removed one, or a reset of all to their initial state. */
function receive(document: SampleDocument, known: Map<string, EditedMonologue>, deed: RemoteDeed): void {
  const here = document.state.doc.children.map(toMonologue);
  for (const monologue of here) if (!known.has(monologue.id)) known.set(monologue.id, monologue);
  const removed = [...known.values()].filter(({ id }) => here.every((other) => other.id !== id));
  const pick = (all: readonly EditedMonologue[]) => all[Math.floor(deed.which * all.length)];
  const targets = new Map<string, EditedMonologue | undefined>();
  if (deed.kind === 'restore') {
    const machine = begin().state.doc.children.map(toMonologue);
    for (const { id } of here) targets.set(id, undefined);
    for (const monologue of machine) targets.set(monologue.id, monologue);
  } else {
    const target = pick(deed.kind === 'return' ? removed : here);
    if (target === undefined || (deed.kind === 'remove' && here.length === 1)) return;
    const rewritten = { ...target, content: [{ text: 'w1 by others' }] };
    targets.set(target.id, { rewrite: rewritten, remove: undefined, return: target }[deed.kind]);
  }
  const { state } = document;
  document.dispatch(patchDocument(state, { monologues: targets, speakers: getSpeakers(state.doc) }));
}

test('whatever comes from others before an undo or a redo, ids, places and ranges stay right', () => {
  const steps = fc.oneof(
    { arbitrary: deed(movingKinds), weight: 3 },
    { arbitrary: remoteDeeds, weight: 2 },
    { arbitrary: fc.constantFrom({ kind: 'undo' }, { kind: 'redo' }), weight: 3 },
  );
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 16 }), (all) => {
      const document = begin();
      const known = new Map<string, EditedMonologue>();
      for (const step of all) {
        if (step.kind === 'undo') undo(document.state, document.dispatch);
        else if (step.kind === 'redo') redo(document.state, document.dispatch);
        else if ('which' in step) receive(document, known, step);
        else run(document, step);
        document.state.doc.check();
        assert.deepEqual(findFaults(document), []);
      }
    }),
    { numRuns: randomCases(1000) },
  );
});
