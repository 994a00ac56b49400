import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monologue, createState } from '#e2e/support/editor/scripted-server';
import { insertLocal, resolveConflict } from './resolve-conflict';

const speakers = [{ id: 0, name: 'Anna' }];
const conflict = {
  id: 'x',
  monologueId: 'm1',
  mine: 'the blue\nhouse',
  base: 'the house',
  theirs: 'the red house',
};

test('mine takes the place of theirs, tags beside it untouched', () => {
  const tagged = {
    ...monologue('m1', 'a1', ''),
    content: [{ tag: '[music]' }, { text: ' in the red house ' }, { tag: '[applause]' }],
  };
  const state = createState({ speakers, monologues: [monologue('m0', 'a0', 'the red house'), tagged] });
  const doc = resolveConflict(state, conflict)?.doc;
  assert.equal(doc?.child(0).textContent, 'the red house');
  assert.equal(doc?.child(1).textContent, ' in the blue house ');
  assert.equal(doc?.child(1).childCount, 3);
});

test('where theirs is gone, mine can only be put at the caret', () => {
  const state = createState({ speakers, monologues: [monologue('m1', 'a1', 'something else')] });
  assert.equal(resolveConflict(state, conflict), undefined);
  assert.equal(resolveConflict(state, { ...conflict, monologueId: undefined }), undefined);
  assert.match(insertLocal(state, conflict).doc.textContent, /the blue house/);
});
