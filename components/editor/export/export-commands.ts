import * as texts from '#messages/editor/export';
import type { Command } from '#components/editor/context.ts';
import { togglePanel } from '#components/editor/keyboard/command.ts';
import { defaultTemplate } from '#lib/transcript/text/export-template';
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
      const { exportTemplates, exportTemplate } = services.settings.get();
      const template = exportTemplates[exportTemplate] ?? defaultTemplate;
      void copyVersion(services, 'latest', template).then((copied) =>
        services.announce(copied === undefined ? texts.notCopied() : texts.copied()),
      );
    },
  },
];
