import * as texts from '#messages/editor/rename';
import type { Command } from '#components/editor/keyboard/command.ts';

/** What can be done with the transcript's name. */
export const titleCommands: readonly Command[] = [
  {
    id: 'rename',
    title: texts.rename,
    group: 'document',
    keys: ['F2'],
    isEnabled: ({ access }) => access.rename !== undefined,
    run: ({ overlay }) => overlay.set({ kind: 'rename' }),
  },
];
