import * as texts from '#messages/editor/export';
import type { Command } from '#components/editor/context.ts';
import { togglePanel } from '#components/editor/keyboard/command.ts';
import { copyVersion } from './copy-version';

/** The commands that export the transcript. */
export const exportCommands: readonly Command[] = [
  {
    id: 'export',
    title: texts.openCommand,
    group: 'document',
    keys: ['Mod+Shift+KeyE'],
    run: togglePanel('export'),
  },
  {
    id: 'copy-rich-text',
    title: texts.copyFormatted,
    group: 'document',
    keys: [],
    run(services) {
      void copyVersion(services, 'latest', { times: true, speakers: true }).then((copied) =>
        services.announce(copied === undefined ? texts.notCopied() : texts.copied()),
      );
    },
  },
];
