import type { EditorState, Transaction } from '@tiptap/pm/state';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { documentTexts } from '#components/texts/document';
import type { Command } from '../commands/command';
import { mergeDown, mergeUp } from './merge';
import { inOneStep } from './one-step';
import { split } from './split';

const texts = documentTexts.commands;

/** Cutting, joining, and taking back. The keys of the first three are the caret's own, in the text only. */
export const documentCommands: readonly Command[] = [
  changing('split', 'Enter', texts.split, split),
  changing('merge-up', 'Backspace', texts.mergeUp, mergeUp),
  changing('merge-down', 'Delete', texts.mergeDown, mergeDown),
  {
    id: 'undo',
    title: texts.undo,
    group: 'text',
    keys: ['Mod+KeyZ'],
    edits: true,
    isPossible: ({ editor }) => undoDepth(editor.state) > 0,
    run: ({ editor }) => void editor.chain().undo().focus().run(),
  },
  {
    id: 'redo',
    title: texts.redo,
    group: 'text',
    keys: ['Mod+Shift+KeyZ', 'Mod+KeyY'],
    edits: true,
    isPossible: ({ editor }) => redoDepth(editor.state) > 0,
    run: ({ editor }) => void editor.chain().redo().focus().run(),
  },
];

function changing(
  id: string,
  caretKey: string,
  { title, done }: { title: string; done: string },
  change: (state: EditorState) => Transaction | undefined,
): Command {
  return {
    id,
    title,
    group: 'text',
    keys: [],
    caretKeys: [caretKey],
    edits: true,
    isPossible: ({ editor }) => change(editor.state)?.docChanged ?? false,
    run({ editor, announce }) {
      const tr = change(editor.state);
      if (tr === undefined) return;
      inOneStep(editor.view, tr);
      editor.view.focus();
      announce(done);
    },
  };
}
