import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import type { EditedMonologue, EditedSpeaker } from '#lib/transcript/edit';
import { type ChangeFact, type ChangeSide, summarizeChange } from '#lib/transcript/summary/summarize-change';
import { insertMonologues, isOneOf, readSpeakers, selectMonologues } from '#lib/revisions/edit-rows';
import { toRows, type NewRows, type PreparedChange } from '#lib/revisions/changes/prepare-change';
import { indexTexts, removeTexts } from '#lib/revisions/texts/index-texts';
import { isLargeChange } from '#lib/revisions/later/is-large-change';
import { enqueue } from '#lib/queue/enqueue';
import { log } from '#lib/settings/log';
import { readMachineEdit } from '#lib/revisions/read-machine';
import { enqueueNoting } from '#lib/revisions/corrections/note-corrections';
import { enqueueMeasuring } from '#lib/revisions/review/measure-review';
import { announceEditor } from '#lib/events/announce-editor';
import { writeChangeBetween } from '#lib/revisions/changes/read-changes';
import { Refusal } from '#lib/refusal';

/** A revision to write: the change from `base`, the latest one. */
export interface NewRevision {
  accountId: string;
  jobId: string;
  base: number;
  change: PreparedChange;
  author: Author;
  idempotencyKey?: string | undefined;
  /** Shown in the history instead of the changes to the text. */
  summary?: ChangeFact[] | undefined;
  /** The saving tab, which recognizes its own revision's event by it. */
  client?: string | undefined;
}

/** The author of an edit, as shown in the history. `linkId` is a guest's share link. */
export interface Author {
  kind: 'owner' | 'guest';
  name: string;
  linkId?: string | undefined;
}

/** Longer JSON of the old monologues is not parsed here. */
const smallJson = 64 * 1024;

/** Inserts rows for the machine's monologues, the base of every later revision; `given` if already read. */
export async function beginHistory(
  tx: Tx,
  { jobId, base }: { jobId: string; base: number },
  given?: NewRows,
): Promise<void> {
  if (base > 0) return;
  const rows = given ?? toRows((await readMachineEdit(tx, { jobId })).monologues);
  await insertMonologues(tx, { jobId, since: 0, rows });
}

/**
 * Writes the change as the job's next revision and returns its number. The job must be locked, `base` must be its
 * latest revision, and the change must be checked. Notifies the jobs page and open editors, and updates the search
 * index. Large changes are summarized and indexed after the save.
 */
export async function writeRevision(tx: Tx, revision: NewRevision): Promise<number> {
  const { jobId, base, change } = revision;
  const number = base + 1;
  const { few, remove } = change;
  const touched = [...change.ids, ...remove];
  const isTouched = and(
    eq(revisionMonologues.jobId, jobId),
    isNull(revisionMonologues.until),
    isOneOf(revisionMonologues.id, touched),
  );
  // Large changes are read, summarized and indexed later.
  const was = few && (await selectMonologues(tx, isTouched));
  const removed = await tx.$count(revisionMonologues, and(isTouched, isOneOf(revisionMonologues.id, remove)));
  await tx.update(revisionMonologues).set({ until: number }).where(isTouched);
  await insertMonologues(tx, { jobId, since: number, rows: change });
  const before = await readSpeakers(tx, { jobId, revision: base });
  const speakers = change.speakers ?? before;
  let summary = revision.summary ?? null;
  const parsed = parseFew(was);
  if (few === undefined || parsed === undefined || isLargeChange([...parsed, ...few])) {
    await removeTexts(tx, { jobId, monologues: touched });
    await enqueue(tx, 'index-revision', { jobId, revision: number });
    if (summary === null) await enqueue(tx, 'summarize-revision', { jobId, revision: number });
  } else {
    summary ??= describe({ monologues: parsed, speakers: before }, { monologues: few, speakers });
    await indexTexts(tx, { jobId, monologues: few, gone: remove });
  }
  const monologuesChanged = change.ids.length + removed;
  return recordRevision(tx, { ...revision, summary, speakers, monologuesChanged });
}

function parseFew(json: string | undefined): EditedMonologue[] | undefined {
  return json === undefined || json.length > smallJson ? undefined : (JSON.parse(json) as EditedMonologue[]);
}

/**
 * Records the job's next revision, whose monologues are already written, in the history and returns its number.
 * Notifies the jobs page and open editors.
 */
export async function recordRevision(
  tx: Tx,
  revision: Omit<NewRevision, 'change' | 'summary'> & {
    restoredFrom?: number;
    summary: ChangeFact[] | null;
    speakers: EditedSpeaker[];
    monologuesChanged: number;
  },
): Promise<number> {
  const { accountId, jobId, base, author, client, summary, speakers, monologuesChanged } = revision;
  const number = base + 1;
  // Not the transaction's time, which is fixed before it waits for its lock.
  const at = new Date();
  await tx.insert(revisions).values({
    jobId,
    number,
    at,
    authorKind: author.kind,
    authorName: author.name,
    linkId: author.linkId ?? null,
    restoredFrom: revision.restoredFrom ?? null,
    monologuesChanged,
    summary,
    speakers,
    idempotencyKey: revision.idempotencyKey ?? null,
  });
  await tx.update(jobs).set({ latestRevision: number, lastModifiedAt: at }).where(eq(jobs.id, jobId));
  await enqueueMeasuring(tx, { jobId });
  await enqueueNoting(tx, { jobId });
  await announceJob(tx, { id: jobId, accountId }, 'job');
  await announceEditor(tx, { kind: 'revision', jobId, revision: number, client });
  return number;
}

/** A missing summary must not fail a save. */
function describe(before: ChangeSide, after: ChangeSide): ChangeFact[] | null {
  try {
    return summarizeChange(before, after);
  } catch (error) {
    log().error({ err: error }, 'change left without a summary');
    return null;
  }
}

/** The result of a save: its revision, or the conflicting latest one with the `EditChange` to it as JSON. */
export type SaveResult =
  | { kind: 'saved'; revision: number }
  | { kind: 'conflict'; revision: number; change: string };

/**
 * Returns the result of a save that needs no write: its idempotency key was used before, or its base isn't the latest
 * revision. Undefined otherwise. Refuses `revision-not-found` for a future base.
 */
export async function findSaveResult(
  tx: Tx,
  asked: { jobId: string; base: number; latestRevision: number; idempotencyKey?: string | undefined },
): Promise<SaveResult | undefined> {
  const { jobId, base, latestRevision, idempotencyKey } = asked;
  if (idempotencyKey !== undefined) {
    const [saved] = await tx
      .select({ revision: revisions.number })
      .from(revisions)
      .where(and(eq(revisions.jobId, jobId), eq(revisions.idempotencyKey, idempotencyKey)));
    if (saved !== undefined) return { kind: 'saved', ...saved };
  }
  if (base === latestRevision) return undefined;
  if (base > latestRevision) throw new Refusal({ kind: 'revision-not-found', revision: base });
  const change = await writeChangeBetween(tx, { jobId, since: base, revision: latestRevision });
  return { kind: 'conflict', revision: latestRevision, change };
}
