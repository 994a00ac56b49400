import { and, count, eq, isNull, not, notInArray } from 'drizzle-orm';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import type { EditChange } from '#lib/transcript/edit';
import { maxMonologues } from '#lib/revisions/changes/parse-change';
import { isOneOf } from '#lib/revisions/edit-rows';
import { readSpeakers } from '#lib/revisions/read-speakers';
import { Refusal } from '#lib/refusal';

/**
 * Checks a change against the edit that it is for: its ranges are within the machine words, and every monologue's
 * speaker is there afterwards. Refuses `invalid-parameters`. The edit's monologues must have their rows.
 */
export async function checkChange(
  tx: Tx,
  { jobId, base, wordCount, change }: { jobId: string; base: number; wordCount: number; change: EditChange },
): Promise<void> {
  const beyond = change.put.find(({ to }) => to > wordCount);
  if (beyond !== undefined)
    refuse('put', `Monologue ${beyond.id} reaches beyond the ${wordCount} machine words.`);
  const touched = new Set([...change.put.map(({ id }) => id), ...change.remove]);
  const speakers = change.speakers ?? (await readSpeakers(tx, { jobId, revision: base }));
  const known = new Set(speakers.map(({ id }) => id));
  const strange = change.put.find(({ speaker }) => !known.has(speaker));
  if (strange !== undefined) refuse('put', `Monologue ${strange.id} has no speaker ${strange.speaker}.`);
  if (change.speakers !== undefined) await checkOthers(tx, { jobId, touched, known });
  await checkNumber(tx, { jobId, change, touched });
}

/** Speakers that went away may be nobody's any more. */
async function checkOthers(
  tx: Tx,
  { jobId, touched, known }: { jobId: string; touched: ReadonlySet<string>; known: ReadonlySet<number> },
): Promise<void> {
  const { id, speaker, until } = revisionMonologues;
  const isOther = and(eq(revisionMonologues.jobId, jobId), isNull(until), not(isOneOf(id, touched)));
  const [bereft] = await tx
    .select({ id, speaker })
    .from(revisionMonologues)
    .where(and(isOther, notInArray(speaker, [...known])))
    .limit(1);
  if (bereft !== undefined) refuse('speakers', `Speaker ${bereft.speaker} still has monologue ${bereft.id}.`);
}

async function checkNumber(
  tx: Tx,
  { jobId, change, touched }: { jobId: string; change: EditChange; touched: ReadonlySet<string> },
): Promise<void> {
  const { id, until } = revisionMonologues;
  const isLatest = and(eq(revisionMonologues.jobId, jobId), isNull(until));
  const [all] = await tx.select({ count: count() }).from(revisionMonologues).where(isLatest);
  // Only where it might matter: which of them are there already is a longer question.
  if ((all?.count ?? 0) + change.put.length <= maxMonologues) return;
  const [known] = await tx
    .select({ count: count() })
    .from(revisionMonologues)
    .where(and(isLatest, isOneOf(id, touched)));
  if ((all?.count ?? 0) - (known?.count ?? 0) + change.put.length > maxMonologues) {
    refuse('put', `A transcript may have ${maxMonologues} monologues at most.`);
  }
}

function refuse(parameter: string, message: string): never {
  throw new Refusal({ kind: 'invalid-parameters', parameters: { [parameter]: [message] } });
}
