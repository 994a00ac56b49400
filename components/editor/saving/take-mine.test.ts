import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monologue, stateOfEdit } from './scripted-server';
import { insertMine, takeMine } from './take-mine';

const speakers = [{ id: 0, name: 'Anna' }];
const leftover = {
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
  const state = stateOfEdit({ speakers, monologues: [monologue('m0', 'a0', 'the red house'), tagged] });
  const doc = takeMine(state, leftover)?.doc;
  assert.equal(doc?.child(0).textContent, 'the red house');
  assert.equal(doc?.child(1).textContent, ' in the blue house ');
  assert.equal(doc?.child(1).childCount, 3);
});

test('where theirs is gone, mine can only be put at the caret', () => {
  const state = stateOfEdit({ speakers, monologues: [monologue('m1', 'a1', 'something else')] });
  assert.equal(takeMine(state, leftover), undefined);
  assert.equal(takeMine(state, { ...leftover, monologueId: undefined }), undefined);
  assert.match(insertMine(state, leftover).doc.textContent, /the blue house/);
});
