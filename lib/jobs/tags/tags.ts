import { asc, inArray, sql, type SQL, and, eq, min, ne } from 'drizzle-orm';
import { jobTags } from '#drizzle/schema/job-tags';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { isJob, isOutsideTrash } from '#lib/jobs/is-job';
import { invalidParameter, Refusal } from '#lib/refusal';
import { addTags, maxTagLength, maxTags, toTagKey } from '#lib/transcript/tags';
import * as texts from '#messages/faults';

const maxListed = 500;

/** Lists the account's first 500 tags, alphabetically, the trash included. Skips through the index for speed. */
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

/** Reads the tags of jobs that have any, in alphabetical order, by job id. */
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

/** Matches jobs with the account's tag of this key. */
export function hasTag({ accountId, key }: { accountId: string; key: string }): SQL {
  return sql`${jobs.id} in (select ${jobTags.jobId} from ${jobTags}
    where ${jobTags.accountId} = ${accountId} and ${jobTags.key} = ${key})`;
}

/** A tag as written, and its case-insensitive key. */
interface Tag {
  tag: string;
  key: string;
}

/** Replaces a job's tags, spelled like those of the account's other jobs. Refuses `job-not-found` and invalid tags. */
export async function setTags(
  db: Db,
  { accountId, jobId, tags: given }: { accountId: string; jobId: string; tags: string[] },
): Promise<void> {
  const tags = parseTags(given);
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

/** Normalizes and deduplicates tags. Refuses long ones and too many. */
export function parseTags(given: string[]): Tag[] {
  const { tags, fault } = addTags([], given.join(','));
  if (fault === undefined) return tags.map((tag) => ({ tag, key: toTagKey(tag) }));
  const why =
    fault === 'too-long' ? texts.inputTooLong({ max: maxTagLength }) : texts.tooManyTags({ max: maxTags });
  throw invalidParameter('tags', why);
}

/** Changes tags of the account's jobs. Returns changed ids, and those with too many tags. Refuses long tags. */
export async function changeTags(
  db: Db,
  {
    accountId,
    jobIds,
    add: given,
    remove,
  }: { accountId: string; jobIds: string[]; add: string[]; remove: string[] },
): Promise<{ changed: string[]; full: string[] }> {
  const add = parseTags(given);
  const addKeys = add.map(({ key }) => key);
  const removeKeys = remove.map(toTagKey);
  if (jobIds.length === 0) return { changed: [], full: [] };
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.accountId, accountId), inArray(jobs.id, jobIds), isOutsideTrash()))
      .orderBy(asc(jobs.id))
      .for('update');
    const ids = found.map(({ id }) => id);
    const rows = await tx
      .select({ jobId: jobTags.jobId, key: jobTags.key })
      .from(jobTags)
      .where(inArray(jobTags.jobId, ids));
    const keysOf = new Map(ids.map((id) => [id, new Set<string>()]));
    for (const { jobId, key } of rows) keysOf.get(jobId)?.add(key);
    const hasRoom = (keys: Set<string>): boolean =>
      new Set([...keys].filter((key) => !removeKeys.includes(key)).concat(addKeys)).size <= maxTags;
    const changed = [...keysOf].filter(([, keys]) => hasRoom(keys)).map(([id]) => id);
    if (removeKeys.length > 0 && changed.length > 0) {
      await tx.delete(jobTags).where(and(inArray(jobTags.jobId, changed), inArray(jobTags.key, removeKeys)));
    }
    if (add.length > 0 && changed.length > 0) {
      const known = await tx
        .select({ key: jobTags.key, tag: min(jobTags.tag) })
        .from(jobTags)
        .where(and(eq(jobTags.accountId, accountId), inArray(jobTags.key, addKeys)))
        .groupBy(jobTags.key);
      const spelled = new Map(known.map(({ key, tag }) => [key, tag]));
      const added = changed.flatMap((jobId) =>
        add.map(({ tag, key }) => ({ jobId, accountId, key, tag: spelled.get(key) ?? tag })),
      );
      await tx.insert(jobTags).values(added).onConflictDoNothing();
    }
    for (const id of changed) await announceJob(tx, { id, accountId }, 'list');
    const kept = new Set(changed);
    return { changed, full: ids.filter((id) => !kept.has(id)) };
  });
}
