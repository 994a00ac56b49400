import * as texts from '#messages/editor/snippets';
import type { Command } from '#components/editor/keyboard/command.ts';

/** What can be done with a person's own text snippets. */
export const snippetsCommands: readonly Command[] = [
  {
    id: 'snippets',
    title: texts.title,
    group: 'text',
    keys: [],
    isEnabled: ({ access }) => access.may === 'edit',
    run: ({ overlay }) => overlay.set({ kind: 'snippets' }),
  },
];
