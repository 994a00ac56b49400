import { asc, inArray, sql, type SQL } from 'drizzle-orm';
import { jobTags } from '#drizzle/schema/job-tags';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

const maxListed = 500;

/** The account's first 500 tags, alphabetical, those in the trash included. Steps through the index for speed. */
export async function listTags(db: Db, { accountId }: { accountId: string }): Promise<string[]> {
  const rows = await db.execute<{ tag: string }>(sql`
    with recursive found as (
      (select key, tag from job_tags where account_id = ${accountId} order by key, tag limit 1)
      union all
      select following.key, following.tag
      from found cross join lateral (
        select key, tag from job_tags
        where account_id = ${accountId} and key > found.key order by key, tag limit 1
      ) following
    )
    select tag from (select key, tag from found limit ${maxListed}) listed order by key`);
  return rows.map(({ tag }) => tag);
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
