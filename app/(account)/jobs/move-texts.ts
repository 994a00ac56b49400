import type { MovedJobs } from '#components/jobs/live/jobs-query.ts';
import type { JobView } from '#components/jobs/list/job-list';
import * as texts from '#messages/archiving';
import * as againTexts from '#messages/recognize-again';
import * as dialogTexts from '#messages/transcript-dialogs';
import * as trashTexts from '#messages/trash';

/** A move of jobs out of the list. */
export type Move = 'trash' | 'archive' | 'unarchive';

interface MoveTexts {
  moved: (values: { name: string }) => string;
  movedCount: (values: { count: number }) => string;
  stillInProgress: (values: { count: number }) => string;
  undone: (values: { count: number }) => string;
  notUndone: () => string;
}

/** The texts of each move and of its undo. */
export const moveTexts: Record<Move, MoveTexts> = {
  trash: {
    moved: trashTexts.moved,
    movedCount: trashTexts.movedCount,
    stillInProgress: dialogTexts.stillInProgress,
    undone: trashTexts.restoredCount,
    notUndone: trashTexts.notRestored,
  },
  archive: {
    moved: texts.archived,
    movedCount: texts.archivedCount,
    stillInProgress: texts.stillInProgress,
    undone: texts.movedBackCount,
    notUndone: texts.nothingUndone,
  },
  unarchive: {
    moved: texts.movedBack,
    movedCount: texts.movedBackCount,
    stillInProgress: texts.stillInProgress,
    undone: texts.archivedCount,
    notUndone: texts.nothingUndone,
  },
};

/** Describes a move: one job by name, several by number. */
export function describeMove(move: Move, chosen: JobView[], { moved, inProgress }: MovedJobs): string {
  const words = moveTexts[move];
  const [only] = chosen;
  const text =
    chosen.length === 1 && only !== undefined
      ? words.moved({ name: shortenName(only.name) })
      : words.movedCount({ count: moved.length });
  if (inProgress.length === 0) return text;
  const left = words.stillInProgress({ count: inProgress.length });
  return moved.length === 0 ? left : `${text} ${left}`;
}

/** Describes which recordings are being recognized again. */
export function describeStarted([only, ...others]: JobView[]): string {
  return others.length === 0
    ? againTexts.started({ name: shortenName(only?.name ?? '') })
    : againTexts.startedCount({ count: others.length + 1 });
}

const maxNameLength = 60;

/** Truncates the middle of a long name, so that the rest of the line fits. */
function shortenName(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= maxNameLength) return name;
  return `${characters.slice(0, 40).join('')}…${characters.slice(-15).join('')}`;
}
