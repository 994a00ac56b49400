import { recordTexts as texts } from '#components/texts/recognition';
import type { Command } from '../commands/command';

/** What tells how the transcript was made. */
export const recordCommands: readonly Command[] = [
  {
    id: 'about-transcript',
    title: texts.title,
    group: 'document',
    keys: [],
    isPossible: ({ door }) => door.recognition !== undefined,
    run: ({ menu }) => menu.set({ kind: 'record' }),
  },
];
