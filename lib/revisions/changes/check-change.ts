import { and, count, eq, isNull, not, notInArray, sql } from 'drizzle-orm';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import { maxMonologues, maxWords } from '#lib/transcript/edit';
import type { PreparedChange } from '#lib/revisions/changes/prepare-change';
import { isOneOf, readSpeakers } from '#lib/revisions/edit-rows';
import { Refusal } from '#lib/refusal';

/**
 * Checks a change against its base edit: ranges are within the machine words, and in the result, every monologue's
 * speaker exists and the transcript is within the limits. Refuses `invalid-parameters`. The edit's monologues must have
 * their rows.
 */
export async function checkChange(
  tx: Tx,
  {
    jobId,
    base,
    wordCount,
    change,
  }: { jobId: string; base: number; wordCount: number; change: PreparedChange },
): Promise<void> {
  const { last } = change;
  if (last !== undefined && last.to > wordCount)
    refuse('put', `Monologue ${last.id} extends past the ${wordCount} machine words.`);
  const touched = new Set([...change.ids, ...change.remove]);
  const speakers = change.speakers ?? (await readSpeakers(tx, { jobId, revision: base }));
  const known = new Set(speakers.map(({ id }) => id));
  const strange = change.spoken.find(({ speaker }) => !known.has(speaker));
  if (strange !== undefined) refuse('put', `Monologue ${strange.id} has no speaker ${strange.speaker}.`);
  if (change.speakers !== undefined) await checkOthers(tx, { jobId, touched, known });
  await checkSizes(tx, { jobId, change, touched });
}

/** Refuses to remove a speaker who still has text in other monologues. */
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

/** Checks the totals of the result: monologues, words, and source words. */
async function checkSizes(
  tx: Tx,
  { jobId, change, touched }: { jobId: string; change: PreparedChange; touched: ReadonlySet<string> },
): Promise<void> {
  const added: Sizes = {
    monologues: change.ids.length,
    words: change.words.reduce((sum, count) => sum + count, 0),
    sources: change.sources,
  };
  const all = await readSizes(tx, jobId);
  const isBeyond = (kind: keyof Sizes, known = 0) => all[kind] - known + added[kind] > limits[kind];
  if (!kinds.some((kind) => isBeyond(kind))) return;
  // Only near a limit, since sizes of the changed monologues take a longer query.
  const known = await readSizes(tx, jobId, [...touched]);
  const beyond = kinds.find((kind) => isBeyond(kind, known[kind]));
  if (beyond !== undefined) refuse('put', messages[beyond]);
}

/** The numbers of monologues, their words, and the machine words of their ranges. */
interface Sizes {
  monologues: number;
  words: number;
  sources: number;
}

const kinds = ['monologues', 'words', 'sources'] as const;
const limits: Sizes = { monologues: maxMonologues, words: maxWords, sources: maxWords };
const messages: Record<keyof Sizes, string> = {
  monologues: `A transcript is limited to ${maxMonologues} monologues.`,
  words: `A transcript is limited to ${maxWords} words.`,
  sources: `The ranges of a transcript's monologues are limited to ${maxWords} words in total.`,
};

async function readSizes(tx: Tx, jobId: string, monologues?: readonly string[]): Promise<Sizes> {
  const { id, fromWord, toWord, until, words } = revisionMonologues;
  const sourceWords = sql`${toWord} - ${fromWord}`;
  const [sizes] = await tx
    .select({
      monologues: count(),
      words: sql`coalesce(sum(coalesce(${words}, ${sourceWords})), 0)`.mapWith(Number),
      sources: sql`coalesce(sum(${sourceWords}), 0)`.mapWith(Number),
    })
    .from(revisionMonologues)
    .where(and(eq(revisionMonologues.jobId, jobId), isNull(until), monologues && isOneOf(id, monologues)));
  return sizes ?? { monologues: 0, words: 0, sources: 0 };
}

function refuse(parameter: string, message: string): never {
  throw new Refusal({ kind: 'invalid-parameters', parameters: { [parameter]: [message] } });
}
