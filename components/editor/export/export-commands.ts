import { exportTexts as texts } from '#components/texts/export';
import type { Command } from '../commands/command';
import { copyVersion } from './copy-version';

/** What can be done to take the transcript away. */
export const exportCommands: readonly Command[] = [
  {
    id: 'export',
    title: texts.openCommand,
    group: 'document',
    keys: ['Mod+Shift+KeyE'],
    run: ({ panel, openPanel }) => openPanel(panel === 'export' ? undefined : 'export'),
  },
  {
    id: 'copy-rich-text',
    title: texts.copy,
    group: 'document',
    keys: [],
    run(room) {
      void copyVersion(room, 'latest', { times: true, speakers: true }).then((copied) =>
        room.announce(copied === undefined ? texts.notCopied : texts.copied),
      );
    },
  },
];
