import { database } from '#lib/db/database';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { env } from '#lib/settings/env';

/** Whether any engine on offer writes in English what is spoken in another language. */
export async function canTranslate(): Promise<boolean> {
  const { engines } = await readOffer(() => database().db, env());
  return engines.some(({ capabilities }) => capabilities.translates === true);
}
