import { database } from '#lib/db/database';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { env } from '#lib/settings/env';

/** True if any engine on offer can translate speech into English. */
export async function canTranslate(): Promise<boolean> {
  const { engines } = await readOffer(() => database().db, env());
  return engines.some(({ capabilities }) => capabilities.translates === true);
}
