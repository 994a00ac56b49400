import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undo } from '@tiptap/pm/history';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { createSampleDocument, findFaults, getMonologueStart } from '#e2e/support/editor/sample-document';
import { insertTime } from './insert-time';
import { timeAtCaret } from './time-at-caret';

/** Two monologues of four words, each half a second long. */
const open = () => createSampleDocument(2, 4);

test('the moment at the caret is that of the word there, or behind it', () => {
  const document = open();
  const at = (monologue: number, offset: number, playheadMs?: number): number =>
    timeAtCaret(
      document.state.doc,
      getMonologueStart(document.state, monologue) + offset,
      document.words,
      playheadMs,
    );
  assert.equal(at(0, 0), 0);
  assert.equal(at(0, 3), 500, 'before w1');
  assert.equal(at(0, 4), 500, 'in w1');
  assert.equal(at(0, 5), 1000, 'behind w1');
  assert.equal(at(1, 0), 2000);
  assert.equal(at(1, 11), 3900, 'behind the last word');
  assert.equal(at(0, 5, 800), 800, 'the playhead is between the words');
  assert.equal(at(0, 5, 3000), 1000, 'the playhead is elsewhere');
  assert.equal(at(1, 11, 60_000), 60_000, 'the playhead is behind the last word');
});

test('a time is written with a blank on each side, and one undo removes it', () => {
  for (const [offset, text, caret] of [
    [0, '[0:00] w0 w1 w2 w3', 7],
    [2, 'w0 [0:00] w1 w2 w3', 10],
    [3, 'w0 [0:00] w1 w2 w3', 10],
    [11, 'w0 w1 w2 w3 [0:00] ', 19],
  ] as const) {
    const document = open();
    document.select(0, offset);
    singleUndoStep(document, insertTime(document.state, '[0:00]'));
    assert.equal(document.state.doc.child(0).textContent, text);
    assert.equal(document.state.selection.$head.parentOffset, caret);
    assert.deepEqual(findFaults(document), []);
    undo(document.state, (tr) => document.dispatch(tr));
    assert.equal(document.state.doc.child(0).textContent, 'w0 w1 w2 w3');
  }
});

test('a selection stays when a time is written before it', () => {
  const document = open();
  document.select(0, 3, 0, 5);
  singleUndoStep(document, insertTime(document.state, '(0:00)'));
  assert.equal(document.state.doc.child(0).textContent, 'w0 (0:00) w1 w2 w3');
});
