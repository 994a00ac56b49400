import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { AuditDetails, AuditedSetting } from '#lib/audit/actions';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

type Values = Partial<typeof accounts.$inferSelect>;

const columns = getTableColumns(accounts);

/** A change of an account's setting: its columns with their new values, and further details for the log. */
export interface SettingsChange extends ActedBy {
  accountId: string;
  setting: AuditedSetting;
  values: Values;
  details?: AuditDetails;
}

/** Changes a setting of the account and records that; does nothing if it has these values already. */
export async function updateSettings(
  db: Db,
  { accountId, setting, values, details, by }: SettingsChange,
): Promise<void> {
  const names = Object.keys(values) as Array<keyof Values>;
  const isOther = or(
    ...names.map((name) => sql`${columns[name]} is distinct from ${sql.param(values[name], columns[name])}`),
  );
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(accounts)
      .set(values)
      .where(and(eq(accounts.id, accountId), isOther))
      .returning({ id: accounts.id });
    if (changed.length === 0) return;
    await recordEvent(tx, { accountId, action: 'settings.updated', by, details: { setting, ...details } });
  });
}
