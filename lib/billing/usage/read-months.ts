import { and, eq, gte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Db } from '#lib/db/connect';

/** Usage in a UTC month (`2026-01`): seconds of recordings, and their charges in cents. */
export interface MonthOfUsage {
  month: string;
  seconds: number;
  cents: number;
}

/** Reads usage and charges of the `months` months up to that of `now`, newest first, without gaps. */
export async function readMonths(
  db: Db,
  { accountId, months, now }: { accountId: string; months: number; now: Date },
): Promise<MonthOfUsage[]> {
  const all = Array.from({ length: months }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  );
  const month = sql<string>`to_char(${ledgerEntries.createdAt} at time zone 'UTC', 'YYYY-MM')`;
  // Older charges have no length in the ledger; they use their job's, while it exists.
  const seconds = sql`coalesce(sum(coalesce(${ledgerEntries.durationSeconds}, ${jobs.durationSeconds})), 0)`;
  const rows = await db
    .select({
      month,
      seconds: seconds.mapWith(Number),
      cents: sql`-sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .leftJoin(jobs, eq(jobs.id, ledgerEntries.jobId))
    .where(
      and(
        eq(ledgerEntries.accountId, accountId),
        eq(ledgerEntries.kind, 'charge'),
        gte(ledgerEntries.createdAt, new Date(`${all.at(-1)}-01T00:00:00Z`)),
      ),
    )
    .groupBy(sql`1`);
  const used = new Map(rows.map((row) => [row.month, row]));
  return all.map((each) => {
    const { seconds = 0, cents = 0 } = used.get(each) ?? {};
    // Avoids -0.
    return { month: each, seconds, cents: cents === 0 ? 0 : cents };
  });
}
