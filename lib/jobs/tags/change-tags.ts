import { and, asc, inArray, min, eq } from 'drizzle-orm';
import { jobTags } from '#drizzle/schema/job-tags';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { isOutsideTrash } from '#lib/jobs/is-job';
import { maxTags, toTagKey } from '#lib/transcript/tags';
import { parseTags } from './set-tags';

/** Changes tags of the account's jobs. Returns the ids changed, and those with too many. Refuses tags that are too long. */
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
