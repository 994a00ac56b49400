import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { toText, type EditChange, type EditedMonologue } from '#lib/transcript/edit';
import type { ChangeFact, ChangeSide } from '#lib/transcript/summary/summarize-change';
import { insertMonologues, isOneOf, readMonologues, readSpeakers } from '#lib/revisions/edit-rows';
import { indexTexts, removeTexts } from '#lib/revisions/texts/index-texts';
import { wordsAround } from '#lib/revisions/texts/to-text-rows';
import { enqueue } from '#lib/queue/enqueue';
import { log } from '#lib/settings/log';
import { readMachineEdit } from '#lib/revisions/read-machine';
import { enqueueMeasuring } from '#lib/revisions/review/measure-review';
import { summarizeChange } from '#lib/transcript/summary/summarize-change';
import { announceEditor } from '#lib/events/announce-editor';

/** A revision to be written: the change that makes it out of `base`, the latest one. */
export interface NewRevision {
  accountId: string;
  jobId: string;
  base: number;
  change: EditChange;
  author: Author;
  restoredFrom?: number | undefined;
  idempotencyKey?: string | undefined;
  /** Told of the revision in the history instead of what changed in its text. */
  summary?: ChangeFact[] | undefined;
  /** The tab that saves, so that it recognizes the event of its own revision. */
  client?: string | undefined;
}

/** The author of an edit, as the history shows it. `linkId` is the share link that a guest came by. */
export interface Author {
  kind: 'owner' | 'guest';
  name: string;
  linkId?: string | undefined;
}

/** Gives the machine's monologues their rows, which every later revision builds on. */
export async function beginHistory(tx: Tx, { jobId, base }: { jobId: string; base: number }): Promise<void> {
  if (base > 0) return;
  const { monologues } = await readMachineEdit(tx, { jobId });
  await insertMonologues(tx, { jobId, since: 0, monologues });
}

/**
 * Makes the change the job's next revision and returns its number. The job must be locked, its latest revision be
 * `base` and the change have been checked; the jobs page and open editors learn of it, and so does the search. What a large change
 * is called in the history, and what of it a search finds, is worked out after the save.
 */
export async function writeRevision(tx: Tx, revision: NewRevision): Promise<number> {
  const { accountId, jobId, base, change, author, client } = revision;
  const number = base + 1;
  const touched = [...change.put.map(({ id }) => id), ...change.remove];
  const isTouched = and(
    eq(revisionMonologues.jobId, jobId),
    isNull(revisionMonologues.until),
    isOneOf(revisionMonologues.id, touched),
  );
  const was = await readMonologues(tx, isTouched);
  await tx.update(revisionMonologues).set({ until: number }).where(isTouched);
  await insertMonologues(tx, { jobId, since: number, monologues: change.put });
  const before = await readSpeakers(tx, { jobId, revision: base });
  const speakers = change.speakers ?? before;
  const isLarge = isLargeChange([...was, ...change.put]);
  const isRestored = revision.restoredFrom !== undefined;
  const summary =
    revision.summary ??
    (isRestored || isLarge
      ? null
      : describe({ monologues: was, speakers: before }, { monologues: change.put, speakers }));
  const changed = new Set([...was.map(({ id }) => id), ...change.put.map(({ id }) => id)]);
  // Not the transaction's own time: that stands still while it waits for its turn.
  const at = new Date();
  await tx.insert(revisions).values({
    jobId,
    number,
    at,
    authorKind: author.kind,
    authorName: author.name,
    linkId: author.linkId ?? null,
    restoredFrom: revision.restoredFrom ?? null,
    monologuesChanged: changed.size,
    summary,
    speakers,
    idempotencyKey: revision.idempotencyKey ?? null,
  });
  await tx.update(jobs).set({ latestRevision: number, lastModifiedAt: at }).where(eq(jobs.id, jobId));
  if (isLarge) {
    await removeTexts(tx, { jobId, monologues: touched });
    await enqueue(tx, 'index-revision', { jobId, revision: number });
    if (!isRestored && summary === null) await enqueue(tx, 'summarize-revision', { jobId, revision: number });
  } else await indexTexts(tx, { jobId, monologues: change.put, gone: change.remove });
  await enqueueMeasuring(tx, { jobId });
  await announceJob(tx, { id: jobId, accountId }, 'job');
  await announceEditor(tx, { kind: 'revision', jobId, revision: number, client });
  return number;
}

/** A change is large when the text of its monologues, or the machine words that they are of, are more than these. */
const largeText = 64 * 1024;
const largeRange = 10_000;

function isLargeChange(monologues: readonly EditedMonologue[]): boolean {
  if (monologues.length === 0) return false;
  const { from, to } = wordsAround(monologues);
  const length = monologues.reduce((sum, { content }) => sum + toText(content).length, 0);
  return length > largeText || to - from > largeRange;
}

/** A save is never refused for want of words for it. */
function describe(before: ChangeSide, after: ChangeSide): ChangeFact[] | null {
  try {
    return summarizeChange(before, after);
  } catch (error) {
    log().error({ err: error }, 'change left without a summary');
    return null;
  }
}
