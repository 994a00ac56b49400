import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { StoredAttempt } from '#lib/callbacks/read-callback';
import type { Callback } from '#lib/callbacks/record-attempt';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';

/** A callback with its job and latest attempt; undefined if there was none yet. */
export interface ListedCallback {
  callback: Callback;
  job: { name: string; mode: ApiMode };
  latestAttempt: StoredAttempt | undefined;
}

/** Selects callbacks by state, and after this callback of the list, if given. */
export interface CallbackPage {
  accountId: string;
  state?: Callback['state'] | undefined;
  after?: string | undefined;
  limit: number;
}

/** Lists up to `limit` callbacks, last begun first, after the callback `after`, without those of jobs in the trash. */
export async function listCallbacks(
  db: Db,
  { accountId, state, after, limit }: CallbackPage,
): Promise<ListedCallback[]> {
  const isOfState = state === undefined ? undefined : eq(callbacks.state, state);
  const isAfter = after === undefined ? undefined : following({ accountId, after });
  const rows = await db
    .select({ callback: callbacks, job: { name: jobs.name, mode: jobs.mode } })
    .from(callbacks)
    .innerJoin(jobs, eq(jobs.id, callbacks.jobId))
    .where(and(eq(callbacks.accountId, accountId), isOutsideTrash(), isOfState, isAfter))
    .orderBy(desc(callbacks.begunAt), desc(callbacks.id))
    .limit(limit);
  const attempts = await readLatestAttempts(
    db,
    rows.map(({ callback }) => callback.id),
  );
  return rows.map((row) => ({ ...row, latestAttempt: attempts.get(row.callback.id) }));
}

function following({ accountId, after }: { accountId: string; after: string }): SQL {
  return sql`(${callbacks.begunAt}, ${callbacks.id}) < (
    select c.begun_at, c.id from ${callbacks} c where c.id = ${after} and c.account_id = ${accountId})`;
}

async function readLatestAttempts(db: Db, callbackIds: string[]): Promise<Map<string, StoredAttempt>> {
  if (callbackIds.length === 0) return new Map();
  const { callbackId, id } = callbackTries;
  const attempts = await db
    .selectDistinctOn([callbackId])
    .from(callbackTries)
    .where(inArray(callbackId, callbackIds))
    .orderBy(callbackId, desc(id));
  return new Map(attempts.map((attempt) => [attempt.callbackId, attempt]));
}
