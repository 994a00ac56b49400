import { historyTexts as texts } from '#components/texts/history';
import type { Command } from '../commands/command';
import type { Room } from '../edit-room';
import { saveAll } from '../save-all';
import { goToChange } from './go-to-change';

const isComparing = ({ past }: Room): boolean => past?.kind === 'comparison';

/** What can be done with earlier versions. */
export const historyCommands: readonly Command[] = [
  {
    id: 'history',
    title: texts.title,
    group: 'document',
    keys: ['Mod+Shift+KeyH'],
    run: ({ panel, openPanel }) => openPanel(panel === 'history' ? undefined : 'history'),
  },
  {
    id: 'compare',
    title: texts.comparison.command,
    group: 'document',
    keys: ['Mod+Shift+KeyY'],
    run: (room) => void compareWithMachine(room),
  },
  {
    id: 'next-change',
    title: texts.comparison.next,
    group: 'document',
    keys: ['Alt+ArrowDown'],
    isPossible: isComparing,
    run: (room) => goToChange(room, 1),
  },
  {
    id: 'previous-change',
    title: texts.comparison.previous,
    group: 'document',
    keys: ['Alt+ArrowUp'],
    isPossible: isComparing,
    run: (room) => goToChange(room, -1),
  },
];

async function compareWithMachine(room: Room): Promise<void> {
  await saveAll(room);
  room.showPast({ kind: 'comparison', before: 0, after: room.saving.revision() });
}
