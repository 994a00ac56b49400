import { documentCommands } from '../document/document-commands';
import { findCommands } from '../find/find-commands';
import { playerCommands } from '../player/player-commands';
import { recordCommands } from '../record/record-commands';
import { reviewCommands } from '../review/review-commands';
import { savingCommands } from '../saving/saving-commands';
import { speakersCommands } from '../speakers/speakers-commands';
import { tagsCommands } from '../tags/tags-commands';
import { exportCommands } from '../export/export-commands';
import { historyCommands } from '../history/history-commands';
import { shareCommands } from '../share/share-commands';
import type { Command } from './command';
import { viewCommands } from './view-commands';

/** Everything that can be done in the editor. */
export const allCommands: readonly Command[] = [
  ...playerCommands,
  ...documentCommands,
  ...savingCommands,
  ...speakersCommands,
  ...tagsCommands,
  ...findCommands,
  ...historyCommands,
  ...shareCommands,
  ...exportCommands,
  ...reviewCommands,
  ...recordCommands,
  ...viewCommands,
];
