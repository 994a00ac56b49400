import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { testEditor } from '#e2e/support/editor/test-document';
import { addSpeaker } from './change-speakers';
import { splitToOtherSpeaker } from './split-to-other-speaker';

const settings = { capitalizeAfterSplit: false };
const talk = () =>
  testEditor(
    [
      { speaker: 0, content: 'one two' },
      { speaker: 1, content: 'three four' },
    ],
    { names: ['Anna', 'Ben'] },
  );

function split(sample: ReturnType<typeof testEditor>, at: number): string[] {
  sample.select(at);
  const before = JSON.stringify(sample.state.doc.toJSON());
  singleUndoStep(
    sample,
    splitToOtherSpeaker(sample.state, settings, (n) => `Speaker ${n}`),
  );
  const lines = sample.lines();
  sample.undo();
  assert.equal(JSON.stringify(sample.state.doc.toJSON()), before, 'one undo brings everything back');
  sample.redo();
  return lines;
}

test('the text behind the caret goes to the other of two speakers', () => {
  assert.deepEqual(split(talk(), 4), ['0: one', '1: two', '1: three four']);
  assert.deepEqual(split(talk(), 15), ['0: one two', '1: three', '0: four']);
});

test('at the end of a paragraph the other one begins an empty one, and the same key there goes back', () => {
  const sample = talk();
  assert.deepEqual(split(sample, 8), ['0: one two', '1: ', '1: three four']);
  assert.deepEqual(split(sample, sample.state.selection.from), ['0: one two', '0: ', '1: three four']);
});

test('at the beginning of a paragraph its speaker changes, without an empty one before', () => {
  assert.deepEqual(split(talk(), 10), ['0: one two', '0: three four']);
});

test('of several speakers it is the one who spoke before', () => {
  const sample = talk();
  singleUndoStep(sample, addSpeaker(sample.state, { id: 2, name: 'Cleo' }));
  assert.deepEqual(split(sample, 15), ['0: one two', '1: three', '0: four']);
});

test('beside a single speaker a new one begins', () => {
  const sample = testEditor([{ speaker: 0, content: 'one two' }], { names: ['Anna'] });
  assert.deepEqual(split(sample, 4), ['0: one', '1: two']);
  assert.deepEqual(sample.state.doc.attrs['speakers'], [
    { id: 0, name: 'Anna' },
    { id: 1, name: 'Speaker 2' },
  ]);
});
