import { nanoid } from 'nanoid';
import { historyTexts } from '#components/texts/history';
import type { Outcome } from '../../account/use-action';
import { askDoor } from '../ask-door';
import type { Room } from '../edit-room';
import { saveAll } from '../save-all';

/** Makes a version the newest one again, after saving what was typed. The text follows by the stream of events. */
export async function restoreRevision(
  room: Pick<Room, 'door' | 'together' | 'saving'>,
  number: number,
): Promise<Outcome<void>> {
  if (!(await saveAll(room))) return { trouble: historyTexts.restore.notSaved };
  const answer = await askDoor(room, `revisions/${number}/restore`, {
    method: 'POST',
    headers: { 'If-Match': `"${room.saving.revision()}"`, 'Idempotency-Key': nanoid() },
  });
  return 'trouble' in answer ? answer : { value: undefined };
}
