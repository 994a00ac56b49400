import * as texts from '#messages/editor/share';
import type { Command } from '#components/editor/keyboard/command.ts';
import { togglePanel } from '#components/editor/layout/open-panel.ts';

/** What can be done with share links. */
export const shareCommands: readonly Command[] = [
  {
    id: 'share',
    title: texts.command,
    group: 'document',
    keys: ['Mod+Shift+KeyL'],
    isEnabled: ({ access }) => access.isOwner,
    run: togglePanel('share'),
  },
];
