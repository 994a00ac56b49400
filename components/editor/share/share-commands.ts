import * as texts from '#messages/editor/share';
import type { Command } from '#components/editor/keyboard/command.ts';

/** What can be done with share links. */
export const shareCommands: readonly Command[] = [
  {
    id: 'share',
    title: texts.command,
    group: 'document',
    keys: ['Mod+Shift+KeyL'],
    isEnabled: ({ access }) => access.isOwner,
    run: ({ panel, openPanel }) => openPanel(panel === 'share' ? undefined : 'share'),
  },
];
