import { NodeSelection } from '@tiptap/pm/state';
import { tagTexts } from '#components/texts/tags';
import type { Command } from '../commands/command';
import { isTextShown } from '../text-shown';
import { insert } from './act-on-tags';
import { tagAt } from './change-tags';
import { printedTag } from './tag-names';

const texts = tagTexts.commands;

/** Sounds and words that can't be made out. */
export const tagsCommands: readonly Command[] = [
  {
    id: 'tag-menu',
    title: texts.menu,
    group: 'tags',
    keys: ['Mod+Shift+Period'],
    edits: true,
    isPossible: isTextShown,
    run({ editor, menu }) {
      const { selection, doc } = editor.state;
      const at = selection instanceof NodeSelection ? tagAt(doc, selection.from)?.at : undefined;
      editor.commands.scrollIntoView();
      menu.set({ kind: 'tags', ...(at === undefined ? {} : { at }) });
    },
  },
  {
    id: 'inaudible',
    title: texts.inaudible,
    group: 'tags',
    keys: ['Alt+KeyI'],
    edits: true,
    isPossible: isTextShown,
    run(room) {
      insert(room, printedTag('inaudible') ?? '');
      room.editor.view.focus();
    },
  },
];
