import { and, eq, gte, sql } from 'drizzle-orm';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Db } from '#lib/db/connect';

const dayMs = 24 * 3600 * 1000;

/** Charges on a UTC day (`2026-01-31`), in cents. */
export interface DayOfUsage {
  day: string;
  cents: number;
}

/** Reads charges of the `days` days up to that of `now`, oldest first, without gaps. */
export async function readUsage(
  db: Db,
  { accountId, days, now }: { accountId: string; days: number; now: Date },
): Promise<DayOfUsage[]> {
  const all = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const day = sql<string>`to_char(${ledgerEntries.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day, cents: sql`-sum(${ledgerEntries.amountCents})`.mapWith(Number) })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.accountId, accountId),
        eq(ledgerEntries.kind, 'charge'),
        gte(ledgerEntries.createdAt, new Date(`${all[0]}T00:00:00Z`)),
      ),
    )
    .groupBy(sql`1`);
  const charged = new Map(rows.map(({ day, cents }) => [day, cents]));
  return all.map((day) => ({ day, cents: charged.get(day) ?? 0 }));
}
