import type { Outcome } from '../../account/use-action';
import { askDoor } from '../ask-door';
import type { Room } from '../edit-room';

/** A line of the transcript's history, as the server tells it; number 0 is the machine's. */
export interface ListedRevision {
  number: number;
  /** ISO 8601; null where it is not known. */
  at: string | null;
  author: { kind: 'owner' | 'guest' | 'machine'; name: string };
  name?: string;
  restoredFrom?: number;
  monologuesChanged: number;
}

/** Gives a version a name; an empty one takes it away. */
export async function nameRevision(
  room: Pick<Room, 'door' | 'together'>,
  number: number,
  name: string,
): Promise<Outcome<void>> {
  const answer = await askDoor(room, `revisions/${number}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: name.trim() || null }),
  });
  return 'trouble' in answer ? answer : { value: undefined };
}
