import { historyTexts } from '#components/texts/history';
import type { Outcome } from '../account/use-action';
import type { Room } from './edit-room';
import { nameHeader } from './saving/server';

/** Asks the server of the room's transcript, under the person's name. Trouble comes in words. */
export async function askDoor(
  { door, together }: Pick<Room, 'door' | 'together'>,
  path: string,
  init: RequestInit = {},
): Promise<Outcome<Response>> {
  const unreachable = { trouble: historyTexts.unreachable };
  try {
    const headers = { ...nameHeader(together.guestName()), ...(init.headers as Record<string, string>) };
    const answer = await fetch(`${door.address}/${path}`, { ...init, headers });
    if (answer.ok) return { value: answer };
    const problem = (await answer.json()) as { detail?: string };
    return problem.detail === undefined ? unreachable : { trouble: problem.detail };
  } catch {
    return unreachable;
  }
}

/** As `askDoor`, for an answer in JSON. */
export async function readFromDoor<Value>(
  room: Pick<Room, 'door' | 'together'>,
  path: string,
): Promise<Outcome<Value>> {
  const asked = await askDoor(room, path);
  if ('trouble' in asked) return asked;
  try {
    return { value: (await asked.value.json()) as Value };
  } catch {
    return { trouble: historyTexts.unreachable };
  }
}
