import * as texts from '#messages/editor/tags';
import { NodeSelection } from '@tiptap/pm/state';
import type { Command } from '#components/editor/context.ts';
import { insert, writeTagAtCaret } from './insert-tag';
import { tagAt } from './change-tags';

/** Commands for sounds and unintelligible words. */
export const tagsCommands: readonly Command[] = [
  {
    id: 'tag-menu',
    title: texts.insertCommand,
    group: 'tags',
    keys: ['Mod+Shift+Period'],
    edits: true,
    run({ editor, overlay }) {
      const { selection, doc } = editor.state;
      const at = selection instanceof NodeSelection ? tagAt(doc, selection.from)?.at : undefined;
      editor.commands.scrollIntoView();
      overlay.set({ kind: 'tags', ...(at === undefined ? {} : { at }) });
    },
  },
  {
    id: 'inaudible',
    title: texts.inaudible,
    group: 'tags',
    keys: ['Alt+KeyI'],
    edits: true,
    run(services) {
      insert(services, writeTagAtCaret(services, 'inaudible'));
      services.editor.view.focus();
    },
  },
];
