import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { createSampleDocument, getMonologueStart } from '#e2e/support/editor/sample-document';
import { createEmitter } from '#components/ui/store.ts';
import { followRange } from './follow-range';

test('a range stays at its text through changes before it, in it and at its end, until it is asked for', () => {
  const document = createSampleDocument(3, 2);
  const { emit, subscribe } = createEmitter<{ transaction: Transaction }>();
  let end = (): void => {};
  const editor = {
    on: (_: string, listener: Parameters<typeof subscribe>[0]) => void (end = subscribe(listener)),
    off: () => end(),
  } as unknown as Pick<Editor, 'on' | 'off'>;
  const write = (text: string, monologue: number, offset: number): void => {
    const transaction = document.state.tr.insertText(
      text,
      getMonologueStart(document.state, monologue) + offset,
    );
    document.dispatch(transaction);
    emit({ transaction });
  };
  const from = getMonologueStart(document.state, 1);
  const endFollowing = followRange(editor, { from, to: from + 5 });
  write('ahead ', 0, 0);
  write(' within', 1, 2);
  write(' end', 1, 12);
  write('behind ', 2, 0);
  const range = endFollowing();
  assert.equal(document.state.doc.textBetween(range.from, range.to), 'w2 within w3 end');
  write('later ', 0, 0);
  assert.deepEqual(endFollowing(), range);
});
