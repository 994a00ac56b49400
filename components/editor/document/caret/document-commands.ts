import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/document';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import type { EditorServices } from '#components/editor/context.ts';
import type { Command } from '#components/editor/context.ts';
import { mergeDown, mergeUp } from '#components/editor/document/paragraphs/merge.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { describeMerge, describeSplit } from './describe-change';
import { followRange } from './follow-range';
import { getChosenRange, splitAsSet } from '#components/editor/document/sentences/capitalize.ts';
import { undoLast } from '#components/editor/announcements/undo-offer.ts';

/** Splitting, merging, undo and redo. The keys of split and merge work at the caret only, in the text. */
export const documentCommands: readonly Command[] = [
  changing('split', 'Enter', { title: texts.split, describe: describeSplit }, (state, { settings, access }) =>
    splitAsSet(state, settings.get(), access.language),
  ),
  changing('merge-up', 'Backspace', { title: texts.mergeUp, describe: describeMerge }, mergeUp),
  changing('merge-down', 'Delete', { title: texts.mergeDown, describe: describeMerge }, mergeDown),
  {
    id: 'capitalize-sentences',
    title: texts.capitalizeSentences,
    group: 'text',
    keys: ['Alt+Shift+KeyC'],
    edits: true,
    async run({ editor, access, announce }) {
      // The person may type while the script loads, so the range chosen at key press is mapped through changes.
      const endFollowing = followRange(editor, getChosenRange(editor.state));
      editor.view.focus();
      const script = await import('#components/editor/document/sentences/capitalize-sentences.ts').catch(
        () => undefined,
      );
      const range = endFollowing();
      if (script === undefined) return announce(commonTexts.serverUnreachable());
      if (editor.isDestroyed || !editor.isEditable) return;
      const tr = script.capitalizeSentences(editor.state, range, access.language);
      if (tr.docChanged) singleUndoStep(editor.view, tr);
      announce(tr.docChanged ? texts.capitalized() : texts.nothingToCapitalize());
    },
  },
  {
    id: 'undo',
    title: texts.undo,
    group: 'text',
    keys: ['Mod+KeyZ'],
    edits: true,
    isEnabled: ({ editor, undoOffer }) => undoOffer.get() !== undefined || undoDepth(editor.state) > 0,
    run(services) {
      const isText = services.undoOffer.get() === undefined;
      undoLast(services);
      if (isText) services.editor.commands.focus();
    },
  },
  {
    id: 'redo',
    title: texts.redo,
    group: 'text',
    keys: ['Mod+Shift+KeyZ', 'Mod+KeyY'],
    edits: true,
    isEnabled: ({ editor }) => redoDepth(editor.state) > 0,
    run: ({ editor }) => void editor.chain().redo().focus().run(),
  },
];

function changing(
  id: string,
  caretKey: string,
  {
    title,
    describe,
  }: {
    title: () => string;
    describe: (before: EditorState, after: EditorState) => string | undefined;
  },
  change: (state: EditorState, services: EditorServices) => Transaction | undefined,
): Command {
  return {
    id,
    title,
    group: 'text',
    keys: [],
    caretKeys: [caretKey],
    edits: true,
    isEnabled: (services) => change(services.editor.state, services)?.docChanged ?? false,
    run(services) {
      const { editor, announce } = services;
      const before = editor.state;
      const tr = change(before, services);
      if (tr === undefined) return;
      singleUndoStep(editor.view, tr);
      editor.view.focus();
      const text = describe(before, editor.state);
      if (text !== undefined) announce(text);
    },
  };
}
