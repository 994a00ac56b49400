import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import type { TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';

/** Maps a range through changes of the text. Returns a function that stops and returns the current range. */
export function followRange(editor: Pick<Editor, 'on' | 'off'>, range: TextRange): () => TextRange {
  let { from, to } = range;
  const follow = ({ transaction: { mapping } }: { transaction: Transaction }): void => {
    from = mapping.map(from, -1);
    to = mapping.map(to);
  };
  editor.on('transaction', follow);
  return () => {
    editor.off('transaction', follow);
    return { from, to };
  };
}
