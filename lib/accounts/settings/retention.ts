import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
import type { Db } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** Days from a job's end to deleting its original (if a rendition plays), recording or whole job; null for never. */
export type Retention = Pick<
  typeof accounts.$inferSelect,
  'keepOriginalsDays' | 'keepMediaDays' | 'keepJobsDays'
>;

const maxDays = 3650;

/** The account's retention settings. */
export async function readRetention(db: Db, { accountId }: { accountId: string }): Promise<Retention> {
  const { keepOriginalsDays, keepMediaDays, keepJobsDays } = accounts;
  const [retention] = await db
    .select({ keepOriginalsDays, keepMediaDays, keepJobsDays })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (retention === undefined) throw new Error(`account ${accountId} no longer exists`);
  return retention;
}

/** Sets the account's retention. Refuses anything but whole days from 1 to 3650. */
export async function setRetention(
  db: Db,
  { accountId, by, ...retention }: { accountId: string } & Retention & ActedBy,
): Promise<void> {
  const faults = Object.entries(retention).filter(([, days]) => days !== null && !isPossible(days));
  if (faults.length > 0) {
    const message = faultTexts.retentionDays({ max: maxDays });
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: Object.fromEntries(faults.map(([name]) => [name, [message]])),
    });
  }
  await updateSettings(db, { accountId, setting: 'retention', values: retention, details: retention, by });
}

function isPossible(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= maxDays;
}
