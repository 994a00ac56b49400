import * as exportTexts from '#messages/editor/export';
import * as shareTexts from '#messages/editor/share';
import * as snippetsTexts from '#messages/editor/snippets';
import * as renameTexts from '#messages/editor/rename';
import * as syncTexts from '#messages/editor/sync';
import { documentCommands } from '#components/editor/document/caret/document-commands.ts';
import { findCommands } from '#components/editor/find/find-commands.ts';
import { playerCommands } from '#components/editor/player/player-commands.ts';
import { recognitionCommands } from '#components/editor/recognition/recognition-commands.ts';
import { reviewCommands } from '#components/editor/review/review-commands.ts';
import { speakersCommands } from '#components/editor/speakers/speakers-commands.ts';
import { tagsCommands } from '#components/editor/tags/tags-commands.ts';
import { copyVersion } from '#components/editor/export/copy-version.ts';
import { historyCommands } from '#components/editor/history/history-commands.ts';
import { insertTimeCommand } from '#components/editor/times/insert-time.ts';
import type { Command } from '#components/editor/context.ts';
import { defaultTemplate } from '#lib/transcript/text/export-template';
import { helpTopics } from '#components/shell/help-topics.ts';
import { togglePanel } from './command';
import { viewCommands } from './view-commands';

/** All commands of the editor. */
export const allCommands: readonly Command[] = [
  ...playerCommands,
  ...documentCommands,
  {
    id: 'save-now',
    title: syncTexts.saveNow,
    group: 'document',
    keys: ['Mod+KeyS'],
    isEnabled: ({ sync, view }) => sync.view().canEdit && !view.get().isReading,
    run: ({ sync }) => void sync.saveNow(),
  },
  ...speakersCommands,
  ...tagsCommands,
  insertTimeCommand,
  {
    id: 'snippets',
    title: snippetsTexts.title,
    group: 'text',
    keys: [],
    isEnabled: ({ access }) => access.may === 'edit',
    run: ({ overlay }) => overlay.set({ kind: 'snippets' }),
  },
  ...findCommands,
  {
    id: 'rename',
    title: renameTexts.rename,
    group: 'document',
    keys: ['F2'],
    isEnabled: ({ access }) => access.rename !== undefined,
    run: ({ overlay }) => overlay.set({ kind: 'rename' }),
  },
  ...historyCommands,
  {
    id: 'share',
    title: shareTexts.command,
    group: 'document',
    keys: ['Mod+Shift+KeyL'],
    isEnabled: ({ access }) => access.isOwner,
    run: togglePanel('share'),
  },
  {
    id: 'export',
    title: exportTexts.openCommand,
    group: 'document',
    keys: ['Mod+Shift+KeyE'],
    run: togglePanel('export'),
  },
  {
    id: 'copy-rich-text',
    title: exportTexts.copyFormatted,
    group: 'document',
    keys: [],
    run(services) {
      const { exportTemplates, exportTemplate } = services.settings.get();
      const template = exportTemplates[exportTemplate] ?? defaultTemplate;
      void copyVersion(services, 'latest', template).then((copied) =>
        services.announce(copied === undefined ? exportTexts.notCopied() : exportTexts.copied()),
      );
    },
  },
  ...reviewCommands,
  ...recognitionCommands,
  ...viewCommands,
  ...helpTopics.map(({ id, href, title, keywords }): Command => ({
    id,
    title,
    keywords,
    group: 'help',
    keys: [],
    run: () => void window.open(href, '_blank', 'noopener'),
  })),
];
