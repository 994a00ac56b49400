import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '@tiptap/pm/model';
import * as fc from 'fast-check';
import { applyChange, type Edit } from '#lib/transcript/edit';
import { getAttributes, toEdit } from '#components/editor/document/to-document.ts';
import { toBase, diffBases, getLocalChange, getTouchedIds, isEmptyChange } from './base';
import { patchDocument } from '#components/editor/document/patch-document.ts';
import { monologue, createState } from '#e2e/support/editor/scripted-server';
import { randomCases } from '#e2e/support/random-cases';

const speakers = [{ id: 0, name: 'Anna' }];
const places = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'];

const edits = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('m0', 'm1', 'm2', 'm3', 'm4', 'm5'),
      place: fc.constantFrom(...places),
      words: fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 6 }),
      tag: fc.boolean(),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  )
  .map((rows): Edit => {
    const monologues = rows.map(({ id, place, words, tag }) => {
      const made = monologue(id, place, words.join(' '));
      return tag ? { ...made, content: [...made.content, { tag: '[laughter]' }] } : made;
    });
    return { revision: 0, ...applyChange({ speakers, monologues: [] }, { put: monologues, remove: [] }) };
  });

test('a document that was brought to another edit is that edit, and then nothing has changed', () => {
  fc.assert(
    fc.property(edits, edits, (was, now) => {
      const state = createState(was);
      const goal = toBase(now);
      const change = getLocalChange(goal, state.doc);
      const monologues = new Map([...getTouchedIds(change)].map((id) => [id, goal.monologues.get(id)]));
      const { doc } = patchDocument(state, { monologues, speakers });
      doc.check();
      assert.deepEqual(toEdit(doc), { speakers: now.speakers, monologues: now.monologues });
      assert.ok(isEmptyChange(getLocalChange(goal, doc)));
    }),
    { numRuns: randomCases(2000) },
  );
});

test('the change since a base leads from it to the document', () => {
  fc.assert(
    fc.property(edits, edits, (was, now) => {
      const change = getLocalChange(toBase(was), createState(now).doc);
      assert.deepEqual(applyChange(was, change), { speakers: now.speakers, monologues: now.monologues });
      const between = diffBases(toBase(was), toBase(now));
      assert.deepEqual([...getTouchedIds(between)].toSorted(), [...getTouchedIds(change)].toSorted());
    }),
    { numRuns: randomCases(2000) },
  );
});

test('an id that stands twice overwrites nothing of either with the other', () => {
  const base = toBase({ revision: 0, speakers, monologues: [monologue('m0', 'a0', 'one two')] });
  const twice = (...texts: string[]) => {
    const monologues = texts.map((text) => monologue('m0', 'a0', text));
    return getLocalChange(base, createState({ speakers, monologues }).doc).put;
  };
  assert.deepEqual(twice('', 'one two'), []);
  assert.deepEqual(twice('one two', ''), []);
  const [put, ...others] = twice('one 2', 'three');
  assert.deepEqual(put?.content.map((piece) => 'text' in piece && piece.text).join(''), 'one 2 three');
  assert.deepEqual(others, []);
});

test('only the changed part of a monologue is replaced', () => {
  const state = createState({ speakers, monologues: [monologue('m0', 'a0', 'one two three four five')] });
  const goal = new Map([['m0', monologue('m0', 'a0', 'one 2 three four fives')]]);
  const tr = patchDocument(state, { monologues: goal, speakers });
  assert.equal(tr.doc.textContent, 'one 2 three four fives');
  // Positions inside "three" only shift.
  assert.equal(tr.mapping.map(11), 9);
  assert.equal(tr.mapping.mapResult(11).deleted, false);
});

test('of 1000 monologues only the one that changed is read, once all are known', () => {
  const monologues = Array.from({ length: 1000 }, (_, i) =>
    monologue(`m${i}`, `a${String(i).padStart(4, '1')}`, 'word '.repeat(50)),
  );
  const base = toBase({ revision: 0, speakers, monologues });
  const state = createState({ speakers, monologues });
  const read: string[] = [];
  for (const node of state.doc.children) watchContent(node, () => read.push(getAttributes(node).id));
  assert.ok(isEmptyChange(getLocalChange(base, state.doc)));
  assert.equal(new Set(read).size, 1000);
  read.length = 0;
  assert.ok(isEmptyChange(getLocalChange(base, state.doc)));
  assert.deepEqual(read, []);
  const { doc } = state.apply(state.tr.insertText('more ', 1));
  read.length = 0;
  assert.deepEqual([...getTouchedIds(getLocalChange(base, doc))], ['m0']);
  assert.deepEqual(read, []);
});

/** Calls `onRead` whenever the node's content is iterated. */
function watchContent(node: Node, onRead: () => void): void {
  const forEach: Node['forEach'] = (work) => {
    onRead();
    node.content.forEach(work);
  };
  Object.defineProperty(node, 'forEach', { value: forEach });
}
