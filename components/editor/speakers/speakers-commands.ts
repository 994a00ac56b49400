import { speakerTexts } from '#components/texts/speakers';
import type { Command } from '../commands/command';
import { speakersOf } from '../document/to-document';
import { assign } from './assign';
import { isTextShown } from '../text-shown';
import { scopeOf } from './assign-speaker';

const texts = speakerTexts.commands;

/** Who speaks: by the menu, by number, and the dialog of all speakers. */
export const speakersCommands: readonly Command[] = [
  {
    id: 'speaker-menu',
    title: texts.menu,
    group: 'speakers',
    keys: ['Alt+KeyS'],
    edits: true,
    isPossible: isTextShown,
    run({ editor, menu }) {
      editor.commands.scrollIntoView();
      menu.set({ kind: 'speakers', scope: scopeOf(editor.state) });
    },
  },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): Command => ({
    id: `speaker-${n}`,
    title: texts.nth(n),
    group: 'speakers',
    keys: [`Alt+Digit${n}`],
    edits: true,
    isPossible: (room) => isTextShown(room) && n <= speakersOf(room.editor.state.doc).length,
    run(room) {
      const speaker = speakersOf(room.editor.state.doc)[n - 1];
      room.menu.set(undefined);
      if (speaker !== undefined) assign(room, scopeOf(room.editor.state), speaker);
    },
  })),
  {
    id: 'speakers',
    title: texts.overview,
    group: 'speakers',
    keys: [],
    edits: true,
    run: ({ menu }) => menu.set({ kind: 'speakers-dialog' }),
  },
];
