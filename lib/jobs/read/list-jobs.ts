import { and, desc, eq, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { jobs } from '#drizzle/schema/jobs';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db, Tx } from '#lib/db/connect';
import { prepareQuery } from '#lib/db/prepare-query';
import { isOutsideTrash, isSubmitted } from '#lib/jobs/is-job';
import { jobSummaryColumns, type JobSummary } from '#lib/jobs/job';
import { invalidParameter } from '#lib/refusal';

/** Lists up to `limit` submitted jobs, newest first, after `startingAfter`, which must exist. Stable under changes. */
export async function listJobs(
  db: Db,
  {
    accountId,
    mode,
    limit,
    startingAfter,
  }: { accountId: string; mode: ApiMode; limit: number; startingAfter?: string | undefined },
): Promise<JobSummary[]> {
  if (startingAfter === undefined) return findFirstPage(db).execute({ accountId, mode, limit });
  const after = await following(db, { accountId, mode, startingAfter });
  return selectPage(db, { accountId, mode, limit, after });
}

const findFirstPage = prepareQuery((db) => {
  const { placeholder } = sql;
  const page = {
    accountId: placeholder('accountId'),
    mode: placeholder('mode'),
    limit: placeholder('limit'),
  };
  return selectPage(db, page).prepare('find_first_page_of_jobs');
});

/** The parameters of a page, possibly placeholders of a prepared query. */
interface PlacedPage {
  accountId: string | Placeholder;
  mode: ApiMode | Placeholder;
  limit: number | Placeholder;
  after?: SQL;
}

function selectPage(db: Db | Tx, { accountId, mode, limit, after }: PlacedPage) {
  return db
    .select(jobSummaryColumns)
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.mode, mode), isSubmitted(), isOutsideTrash(), after))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit);
}

/** Matches jobs after this one in the list. */
async function following(
  db: Db,
  { accountId, mode, startingAfter }: { accountId: string; mode: ApiMode; startingAfter: string },
): Promise<SQL> {
  const placed = (table: typeof jobs | typeof deletedJobs, isListed?: SQL) =>
    db
      // As text: a Date would lose the microseconds that order two jobs.
      .select({ createdAt: sql<string>`${table.createdAt}::text` })
      .from(table)
      .where(
        and(eq(table.accountId, accountId), eq(table.mode, mode), eq(table.id, startingAfter), isListed),
      );
  const [job] = await unionAll(placed(jobs, isSubmitted()), placed(deletedJobs));
  if (job === undefined) throw invalidParameter('starting_after', 'There is no job with this ID.');
  return sql`(${jobs.createdAt}, ${jobs.id}) < (${job.createdAt}::timestamptz, ${startingAfter})`;
}
