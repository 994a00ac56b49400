import { documentCommands } from '#components/editor/document/caret/document-commands.ts';
import { findCommands } from '#components/editor/find/find-commands.ts';
import { playerCommands } from '#components/editor/player/player-commands.ts';
import { recordCommands } from '#components/editor/recognition/record-commands.ts';
import { reviewCommands } from '#components/editor/review/review-commands.ts';
import { syncCommands } from '#components/editor/sync/sync-commands.ts';
import { speakersCommands } from '#components/editor/speakers/speakers-commands.ts';
import { tagsCommands } from '#components/editor/tags/tags-commands.ts';
import { exportCommands } from '#components/editor/export/export-commands.ts';
import { historyCommands } from '#components/editor/history/history-commands.ts';
import { shareCommands } from '#components/editor/share/share-commands.ts';
import { snippetsCommands } from '#components/editor/snippets/snippets-commands.ts';
import { titleCommands } from '#components/editor/layout/title/title-commands.ts';
import type { Command } from './command';
import { viewCommands } from './view-commands';

/** Everything that can be done in the editor. */
export const allCommands: readonly Command[] = [
  ...playerCommands,
  ...documentCommands,
  ...syncCommands,
  ...speakersCommands,
  ...tagsCommands,
  ...snippetsCommands,
  ...findCommands,
  ...titleCommands,
  ...historyCommands,
  ...shareCommands,
  ...exportCommands,
  ...reviewCommands,
  ...recordCommands,
  ...viewCommands,
];
