import { sharingTexts as texts } from '#components/texts/sharing';
import type { Command } from '../commands/command';

/** What can be done with share links. */
export const shareCommands: readonly Command[] = [
  {
    id: 'share',
    title: texts.command,
    group: 'document',
    keys: ['Mod+Shift+KeyL'],
    isPossible: ({ door }) => door.isOwner,
    run: ({ panel, openPanel }) => openPanel(panel === 'share' ? undefined : 'share'),
  },
];
