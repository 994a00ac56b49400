import { and, count, gt, isNotNull, ne, sql, sum } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isFailure } from '#lib/operator/failed-jobs';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { countTasks } from '#lib/operator/tasks';
import { countWorkers } from '#lib/queue/count-workers';

/** Reads the installation's current state; `failedOfLateCount` covers 24 hours. Refuses non-operators. */
export async function readOverview(db: Db, { operatorId }: Operator) {
  await requireOperator(db, { operatorId });
  const [recordings] = await db
    .select({ count: count(jobs.mediaKey), bytes: sum(jobs.mediaBytes).mapWith(Number) })
    .from(jobs)
    // Includes the trash, which takes space too.
    .where(and(isNotNull(jobs.mediaKey), ne(jobs.origin, 'sample')));
  const [size] = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  );
  const [failed] = await db
    .select({ count: count() })
    .from(jobs)
    .where(and(isFailure(), gt(jobs.endedAt, sql`now() - interval '24 hours'`)));
  return {
    recordings: { count: recordings?.count ?? 0, bytes: recordings?.bytes ?? 0 },
    databaseBytes: Number(size?.bytes ?? 0),
    tasks: await countTasks(db, { operatorId }),
    workers: await countWorkers(db),
    failedOfLateCount: failed?.count ?? 0,
  };
}
