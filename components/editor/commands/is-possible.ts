import type { Room } from '../edit-room';
import type { Command } from './command';

/** Whether a command can be done now, by whoever is in this room: nothing is changed while it is only read. */
export function isPossibleIn(room: Room, command: Command): boolean {
  if (command.edits === true && (room.door.may === 'view' || room.view.reading)) return false;
  return command.isPossible?.(room) ?? true;
}
