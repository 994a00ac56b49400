import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEdit } from '#components/editor/document/to-document.ts';
import { patchDocument } from '#components/editor/document/patch-document.ts';
import { getTouchedIds, getLocalChange, toBase } from '#components/editor/sync/state/base.ts';
import { testEditor } from '#e2e/support/editor/test-document';
import { mergeUp } from './merge';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';

test('a merge that is undone after its paragraph was restored leaves that paragraph its id and its text', () => {
  const sample = testEditor([
    { speaker: 0, content: 'aaa' },
    { speaker: 1, content: 'bbb' },
    { speaker: 0, content: 'ccc' },
  ]);
  const original = { revision: 2, ...toEdit(sample.state.doc) };
  sample.select(6);
  const merged = mergeUp(sample.state);
  assert.ok(merged);
  singleUndoStep(sample, merged);
  assert.deepEqual(sample.lines(), ['0: aaa bbb', '0: ccc']);
  const { monologues, speakers } = original;
  const targets = new Map(monologues.map((monologue) => [monologue.id, monologue]));
  sample.dispatch(patchDocument(sample.state, { monologues: targets, speakers }));
  assert.deepEqual(sample.lines(), ['0: aaa', '1: bbb', '0: ccc']);
  sample.undo();
  const { put, remove } = getLocalChange(toBase(original), sample.state.doc);
  assert.ok(!getTouchedIds({ put, remove }).has('m1'), 'the restored paragraph is as the server has it');
  assert.deepEqual(remove, []);
  const ids = toEdit(sample.state.doc).monologues.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  sample.redo();
  assert.ok(sample.lines().join(' ').includes('bbb'));
});
