import { and, desc, eq, lt } from 'drizzle-orm';
import { revisions } from '#drizzle/schema/revisions';
import { readDisplayName } from '#lib/accounts/settings/display-name';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import type { ChangeFact } from '#lib/transcript/summary/summarize-change';
import { findTranscribed } from '#lib/revisions/find-transcribed';

const page = 100;

const columns = {
  number: revisions.number,
  at: revisions.at,
  authorKind: revisions.authorKind,
  authorName: revisions.authorName,
  name: revisions.name,
  restoredFrom: revisions.restoredFrom,
  monologuesChanged: revisions.monologuesChanged,
  summary: revisions.summary,
};

type Row = Pick<typeof revisions.$inferSelect, keyof typeof columns>;

/** An entry of a transcript's history. */
export interface ListedRevision {
  number: number;
  at: Date | null;
  author: { kind: 'owner' | 'guest' | 'machine'; name: string };
  name?: string;
  restoredFrom?: number;
  monologuesChanged: number;
  /** Left out if unknown. */
  summary?: ChangeFact[];
}

/**
 * Lists a job's revisions, newest first, at most 100, the machine's last. `before` is the exclusive upper bound, and
 * `next` is the `before` of the following page. Refuses as `findTranscribed` does.
 */
export async function listRevisions(
  db: Db,
  reference: JobReference,
  before = Infinity,
): Promise<{ revisions: ListedRevision[]; next?: number }> {
  const { endedAt, latestRevision } = await findTranscribed(db, reference);
  const owner = await readDisplayName(db, reference);
  const rows = await db
    .select(columns)
    .from(revisions)
    .where(
      and(eq(revisions.jobId, reference.jobId), lt(revisions.number, Math.min(before, latestRevision + 1))),
    )
    .orderBy(desc(revisions.number))
    .limit(page);
  const listed = rows.map((row) => show(row, owner));
  const last = rows.at(-1)?.number ?? before;
  if (rows.length === page) return { revisions: listed, next: last };
  return { revisions: before > 0 ? [...listed, machine(endedAt)] : [] };
}

/** The owner appears under their current name. */
function show(row: Row, owner: string): ListedRevision {
  const { number, at, authorKind, authorName, name, restoredFrom, monologuesChanged, summary } = row;
  return {
    number,
    at,
    author: { kind: authorKind, name: authorKind === 'owner' ? owner : authorName },
    ...(name !== null && { name }),
    ...(restoredFrom !== null && { restoredFrom }),
    monologuesChanged,
    ...(summary !== null && { summary }),
  };
}

function machine(at: Date | null): ListedRevision {
  return { number: 0, at, author: { kind: 'machine', name: '' }, monologuesChanged: 0 };
}
