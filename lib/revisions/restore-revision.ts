import type { Db, Tx } from '#lib/db/connect';
import { writeInTurn } from '#lib/db/write-in-turn';
import type { JobReference } from '#lib/jobs/job';
import { enqueue } from '#lib/queue/enqueue';
import { readSpeakers, isOfRevision, isOneOf } from '#lib/revisions/edit-rows';
import {
  findSaveResult,
  type SaveResult,
  beginHistory,
  recordRevision,
  type NewRevision,
} from '#lib/revisions/write-revision';
import { findRevision, lockTranscribed } from '#lib/revisions/find-transcribed';
import { useItsRecord } from '#lib/revisions/recognitions/recognition-in-use';
import { removeTexts } from '#lib/revisions/texts/index-texts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { ThreadOwner } from '#lib/threads/run-in-thread';
import { readHistory } from '#lib/revisions/changes/read-history';

/**
 * Restores an earlier revision of the account's transcript (0 is the machine's) as its newest one. Returns `conflict`
 * unless `base` is the latest, and the first result for a repeated idempotency key. Search follows a moment later.
 * Refuses `revision-not-found`.
 */
export async function restoreRevision(
  db: Db,
  revision: Omit<NewRevision, 'change' | 'summary'> & JobReference & { restoredFrom: number },
  owner: ThreadOwner = revision,
): Promise<SaveResult> {
  const { jobId, base, restoredFrom } = revision;
  const history = await readHistory(db, revision, owner);
  return writeInTurn(db, revision, async (tx) => {
    const { latestRevision } = await lockTranscribed(tx, revision);
    const result = await findSaveResult(tx, { ...revision, latestRevision });
    if (result !== undefined) return result;
    await findRevision(tx, revision, restoredFrom);
    await beginHistory(tx, revision, history);
    const restored = base + 1;
    const changed = await restoreMonologues(tx, { jobId, revision: restoredFrom, since: restored });
    await removeTexts(tx, { jobId, monologues: changed });
    await enqueue(tx, 'index-revision', { jobId, revision: restored });
    const speakers = await readSpeakers(tx, { jobId, revision: restoredFrom });
    await recordRevision(tx, { ...revision, summary: null, speakers, monologuesChanged: changed.length });
    await useItsRecord(tx, { jobId, revision: restored });
    return { kind: 'saved', revision: restored };
  });
}

/**
 * Replaces the latest monologue rows with those of a revision, valid from `since`, and returns the IDs of those that
 * differed. Runs in the database, as a whole transcript would block the event loop for a second.
 */
async function restoreMonologues(
  tx: Tx,
  { jobId, revision, since }: { jobId: string; revision: number; since: number },
): Promise<string[]> {
  const isLatest = and(eq(revisionMonologues.jobId, jobId), isNull(revisionMonologues.until));
  const isWanted = isOfRevision(jobId, revision);
  const fields = (table: string) =>
    sql.raw(
      ['place', 'speaker', 'from_word', 'to_word', 'start_ms', 'content']
        .map((name) => `${table}.${name}`)
        .join(),
    );
  const [differing] = await tx.execute<{ ids: string[] }>(sql`
    select coalesce(json_agg(id), '[]') as ids
    from (select * from ${revisionMonologues} where ${isLatest}) latest
    full join (select * from ${revisionMonologues} where ${isWanted}) wanted using (id)
    where latest.since is distinct from wanted.since
      and (${fields('latest')}) is distinct from (${fields('wanted')})`);
  const ids = differing?.ids ?? [];
  await tx
    .update(revisionMonologues)
    .set({ until: since })
    .where(and(isLatest, isOneOf(revisionMonologues.id, ids)));
  await tx.execute(sql`
    insert into ${revisionMonologues}
      (job_id, since, id, place, speaker, from_word, to_word, start_ms, content, words)
    select job_id, ${since}::int, id, place, speaker, from_word, to_word, start_ms, content, words
    from ${revisionMonologues}
    where ${and(isWanted, isOneOf(revisionMonologues.id, ids))}`);
  return ids;
}
