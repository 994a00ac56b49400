import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import { apiRequests } from '#drizzle/schema/api-requests';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';

/** A logged request with its key. */
export interface LoggedRequest extends Omit<typeof apiRequests.$inferSelect, 'accountId' | 'keyId'> {
  key: { id: string; name: string; lastFour: string; mode: ApiMode };
}

/** Selects requests by status class (`4` for 400 to 499) and key, and after a given request, if given. */
export interface RequestPage {
  accountId: string;
  statusClass?: number | undefined;
  keyId?: string | undefined;
  after?: string | undefined;
  limit: number;
}

const columns = {
  id: apiRequests.id,
  at: apiRequests.at,
  method: apiRequests.method,
  path: apiRequests.path,
  status: apiRequests.status,
  durationMs: apiRequests.durationMs,
  problem: apiRequests.problem,
  key: { id: apiKeys.id, name: apiKeys.name, lastFour: apiKeys.lastFour, mode: apiKeys.mode },
};

/** Lists up to `limit` requests of the account, newest first; none after a request that is gone. */
export async function listRequests(
  db: Db,
  { accountId, statusClass, keyId, after, limit }: RequestPage,
): Promise<LoggedRequest[]> {
  const isOfClass =
    statusClass === undefined
      ? undefined
      : and(gte(apiRequests.status, statusClass * 100), lt(apiRequests.status, (statusClass + 1) * 100));
  return db
    .select(columns)
    .from(apiRequests)
    .innerJoin(apiKeys, eq(apiKeys.id, apiRequests.keyId))
    .where(
      and(
        eq(apiRequests.accountId, accountId),
        isOfClass,
        keyId === undefined ? undefined : eq(apiRequests.keyId, keyId),
        after === undefined ? undefined : following({ accountId, after }),
      ),
    )
    .orderBy(desc(apiRequests.at), desc(apiRequests.id))
    .limit(limit);
}

/** Reads one request of the account's log; undefined if it isn't there. */
export async function readRequest(
  db: Db,
  { accountId, requestId }: { accountId: string; requestId: string },
): Promise<LoggedRequest | undefined> {
  const [found] = await db
    .select(columns)
    .from(apiRequests)
    .innerJoin(apiKeys, eq(apiKeys.id, apiRequests.keyId))
    .where(and(eq(apiRequests.accountId, accountId), eq(apiRequests.id, requestId)));
  return found;
}

/** Lists the keys of the requests in the account's log, by name. */
export async function listRequestKeys(
  db: Db,
  { accountId }: { accountId: string },
): Promise<Array<{ id: string; name: string; lastFour: string }>> {
  return db
    .select({ id: apiKeys.id, name: apiKeys.name, lastFour: apiKeys.lastFour })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        sql`exists (select from ${apiRequests} r where r.account_id = ${accountId} and r.key_id = ${apiKeys.id})`,
      ),
    )
    .orderBy(apiKeys.name, apiKeys.id);
}

function following({ accountId, after }: { accountId: string; after: string }): SQL {
  return sql`(${apiRequests.at}, ${apiRequests.id}) < (
    select r.at, r.id from ${apiRequests} r where r.id = ${after} and r.account_id = ${accountId})`;
}
