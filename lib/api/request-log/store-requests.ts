import { sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { apiKeys } from '#drizzle/schema/api-keys';
import { apiRequests } from '#drizzle/schema/api-requests';
import type { Db } from '#lib/db/connect';

/** Number of requests, the newest ones, kept in an account's log. */
export const maxRequestsPerAccount = 10_000;

/** A request with its key's SHA-256. */
export interface RecordedRequest extends Omit<typeof apiRequests.$inferInsert, 'accountId' | 'keyId'> {
  keySha256: string;
}

/** Stores requests in their accounts' logs, dropping unknown keys. Returns the number stored by account. */
export async function storeRequests(db: Db, requests: RecordedRequest[]): Promise<Map<string, number>> {
  const rows = await db.execute<{ account_id: string }>(sql`
    insert into ${apiRequests} (id, account_id, key_id, at, method, path, status, duration_ms, problem)
    select given.id, k.account_id, k.id, given.at, given.method, given.path, given.status, given."durationMs",
      given.problem
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as given(
      id text, "keySha256" text, at timestamptz, method text, path text, status smallint, "durationMs" int, problem text)
    join ${apiKeys} k on k.sha256 = given."keySha256"
    join ${accounts} a on a.id = k.account_id
    for key share of a
    on conflict do nothing
    returning account_id`);
  const counts = new Map<string, number>();
  for (const { account_id: accountId } of rows) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
}

/** Deletes the oldest requests of an account's log beyond the limit. */
export async function trimRequests(db: Db, { accountId }: { accountId: string }): Promise<void> {
  await db.execute(sql`
    delete from ${apiRequests} as surplus
    using (
      select at, id from ${apiRequests} where account_id = ${accountId}
      order by at desc, id desc offset ${maxRequestsPerAccount - 1} limit 1
    ) as oldest
    where surplus.account_id = ${accountId} and (surplus.at, surplus.id) < (oldest.at, oldest.id)`);
}
