import type { shareLinks } from '#drizzle/schema/share-links';
import { invalidParameter } from '#lib/refusal';
import { cleanName } from '#lib/transcript/clean-name';
import * as faultTexts from '#messages/faults';

type Row = typeof shareLinks.$inferSelect;

/** Name, permission and expiry of a share link; null for no name and no expiry. */
export type LinkLimits = Partial<Pick<Row, 'name' | 'permission' | 'expiresAt'>>;

/** The limits with a clean name. Refuses `invalid-parameters` for an expiry that is past. */
export function checkLimits({ name, ...limits }: LinkLimits): LinkLimits {
  if (limits.expiresAt && !(limits.expiresAt.getTime() > Date.now())) {
    throw invalidParameter('expiresAt', faultTexts.expiryInPast());
  }
  return name === undefined ? limits : { ...limits, name: cleanName(name ?? '') || null };
}
