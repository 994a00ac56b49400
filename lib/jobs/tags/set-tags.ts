import { and, eq, inArray, min, ne } from 'drizzle-orm';
import { jobTags } from '#drizzle/schema/job-tags';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { isJob } from '#lib/jobs/is-job';
import { invalidParameter, Refusal } from '#lib/refusal';
import { addTags, maxTagLength, maxTags, toTagKey } from '#lib/transcript/tags';
import * as texts from '#messages/faults';

/** A tag as it is written, and the key that tells it apart from others, in any case. */
interface Tag {
  tag: string;
  key: string;
}

/** Replaces a job's tags, spelled as on the account's other jobs. Refuses `job-not-found` and invalid tags. */
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

/** Tags as they are kept, each of them once. Refuses those that are too long or too many. */
export function parseTags(given: string[]): Tag[] {
  const { tags, fault } = addTags([], given.join(','));
  if (fault === undefined) return tags.map((tag) => ({ tag, key: toTagKey(tag) }));
  const why =
    fault === 'too-long' ? texts.inputTooLong({ max: maxTagLength }) : texts.tooManyTags({ max: maxTags });
  throw invalidParameter('tags', why);
}
