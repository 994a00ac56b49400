import { parse } from 'content-disposition';
import { exportTexts } from '#components/texts/export';
import type { Outcome } from '../../account/use-action';
import { askDoor } from '../ask-door';
import type { Room } from '../edit-room';
import { saveAll } from '../save-all';
import { pathOf, type Wish } from './wish';

/** Saves what was typed, gets the file and gives it to the browser to keep. Its value is the file's name. */
export async function download(
  room: Pick<Room, 'door' | 'together' | 'saving'>,
  wish: Wish,
): Promise<Outcome<string>> {
  if (!(await saveAll(room))) return { trouble: exportTexts.notSaved };
  const answer = await askDoor(room, pathOf(wish));
  if ('trouble' in answer) return answer;
  const name = nameIn(answer.value);
  const address = URL.createObjectURL(await answer.value.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { value: name };
}

function nameIn({ headers }: Response): string {
  const given = headers.get('content-disposition');
  return (given === null ? undefined : parse(given).parameters['filename']) ?? 'transcript';
}
