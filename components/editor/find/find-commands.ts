import { findTexts } from '#components/texts/find';
import type { Command } from '../commands/command';
import type { Room } from '../edit-room';
import { isTextShown } from '../text-shown';

const texts = findTexts.commands;

/** From the reading view it goes back to the text, where places are shown. */
function open(room: Room, what: 'find' | 'replace'): void {
  if (!isTextShown(room)) room.run('reading-view');
  room.finder.open(what);
}

function goOn(room: Room, step: 1 | -1): void {
  if (room.finder.get().query.text === '') open(room, 'find');
  else if (!room.finder.get().isOpen) room.finder.open('find');
  else room.finder.go(step);
}

/** Finding and replacing. */
export const findCommands: readonly Command[] = [
  {
    id: 'find',
    title: texts.find,
    group: 'document',
    keys: ['Mod+KeyF'],
    run: (room) => open(room, 'find'),
  },
  {
    id: 'replace',
    title: texts.replace,
    group: 'document',
    keys: ['Mod+KeyH'],
    edits: true,
    run: (room) => open(room, 'replace'),
  },
  {
    id: 'find-next',
    title: texts.next,
    group: 'document',
    keys: ['F3', 'Mod+KeyG'],
    run: (room) => goOn(room, 1),
  },
  {
    id: 'find-previous',
    title: texts.previous,
    group: 'document',
    keys: ['Shift+F3', 'Mod+Shift+KeyG'],
    run: (room) => goOn(room, -1),
  },
];
