import { sql } from 'drizzle-orm';
import { requestCounts } from '#drizzle/schema/request-counts';
import type { Db } from '#lib/db/connect';

/** The requests of a key on all web servers in the current window. */
export interface SharedCount {
  keyId: string;
  count: number;
  secondsLeft: number;
}

/** Adds this process's new requests per API key to the shared counts, and returns the totals of these keys. */
export async function shareRequestCounts(
  db: Db,
  own: ReadonlyMap<string, number>,
  { windowSeconds }: { windowSeconds: number },
): Promise<SharedCount[]> {
  if (own.size === 0) return [];
  const { count, expiresAt } = requestCounts;
  const isOver = sql`${expiresAt} <= now()`;
  // A fixed order prevents deadlocks between servers.
  const rows = [...own].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return db
    .insert(requestCounts)
    .values(
      rows.map(([keyId, added]) => ({
        keyId,
        count: added,
        expiresAt: sql`now() + make_interval(secs => ${windowSeconds})`,
      })),
    )
    .onConflictDoUpdate({
      target: requestCounts.keyId,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${count} + excluded.count end`,
        expiresAt: sql`case when ${isOver} then excluded.expires_at else ${expiresAt} end`,
      },
    })
    .returning({
      keyId: requestCounts.keyId,
      count,
      secondsLeft: sql<number>`greatest(1, ceil(extract(epoch from ${expiresAt} - now())))::int`,
    });
}
