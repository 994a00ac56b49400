import { and, asc, eq, inArray, min, ne, sql, type SQL } from 'drizzle-orm';
import { jobTags } from '#drizzle/schema/job-tags';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { isJob } from '#lib/jobs/is-job';
import { Refusal } from '#lib/refusal';

const maxListed = 500;

/** A tag as it is written, and the key that tells it apart from others, in any case. */
export interface Tag {
  tag: string;
  key: string;
}

/**
 * Gives a job of the account these tags instead of those it has. A tag that other jobs of the account have is spelled as
 * there. Refuses `job-not-found`.
 */
export async function setTags(
  db: Db,
  { accountId, jobId, tags }: { accountId: string; jobId: string; tags: Tag[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(isJob({ accountId, jobId }))
      .for('update');
    if (job === undefined) throw new Refusal({ kind: 'job-not-found' });
    const keys = tags.map(({ key }) => key);
    const spelled = await readSpelling(tx, { accountId, jobId, keys });
    await tx.delete(jobTags).where(eq(jobTags.jobId, jobId));
    if (tags.length > 0) {
      await tx
        .insert(jobTags)
        .values(tags.map(({ tag, key }) => ({ jobId, accountId, key, tag: spelled.get(key) ?? tag })));
    }
    await announceJob(tx, { id: jobId, accountId }, 'list');
  });
}

async function readSpelling(
  tx: Tx,
  { accountId, jobId, keys }: { accountId: string; jobId: string; keys: string[] },
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .select({ key: jobTags.key, tag: min(jobTags.tag) })
    .from(jobTags)
    .where(and(eq(jobTags.accountId, accountId), inArray(jobTags.key, keys), ne(jobTags.jobId, jobId)))
    .groupBy(jobTags.key);
  return new Map(rows.flatMap(({ key, tag }) => (tag === null ? [] : [[key, tag]])));
}

/** The first 500 tags of the account, in alphabetical order; those of jobs in the trash too, which may come back. */
export async function listTags(db: Db, { accountId }: { accountId: string }): Promise<string[]> {
  const rows = await db
    .select({ tag: min(jobTags.tag) })
    .from(jobTags)
    .where(eq(jobTags.accountId, accountId))
    .groupBy(jobTags.key)
    .orderBy(asc(jobTags.key))
    .limit(maxListed);
  return rows.flatMap(({ tag }) => tag ?? []);
}

/** The tags of those of the jobs that have any, in alphabetical order, by the ids of the jobs. */
export async function readTags(db: Db, jobIds: string[]): Promise<Map<string, string[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select({ jobId: jobTags.jobId, tag: jobTags.tag })
    .from(jobTags)
    .where(inArray(jobTags.jobId, jobIds))
    .orderBy(asc(jobTags.key));
  const tags = new Map<string, string[]>();
  for (const { jobId, tag } of rows) tags.set(jobId, [...(tags.get(jobId) ?? []), tag]);
  return tags;
}

/** The condition that a row of `jobs` has the account's tag with this key. */
export function hasTag({ accountId, key }: { accountId: string; key: string }): SQL {
  return sql`${jobs.id} in (select ${jobTags.jobId} from ${jobTags}
    where ${jobTags.accountId} = ${accountId} and ${jobTags.key} = ${key})`;
}
