import { and, eq } from 'drizzle-orm';
import { revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';
import type { Author } from '#lib/revisions/author';
import type { EditChange } from '#lib/transcript/edit';
import { readChangeBetween } from '#lib/revisions/changes/read-changes';

/** What leads to a revision from one before, and who saved it last. */
export interface RevisionEvent {
  revision: number;
  change: EditChange;
  author: Pick<Author, 'kind' | 'name'>;
}

/** What leads from a saved revision of a job, or the machine's, to a later one; undefined where that is not there. */
export async function readRevisionEvent(
  db: Db,
  { jobId, since, revision }: { jobId: string; since: number; revision: number },
): Promise<RevisionEvent | undefined> {
  const [author] = await db
    .select({ kind: revisions.authorKind, name: revisions.authorName })
    .from(revisions)
    .where(and(eq(revisions.jobId, jobId), eq(revisions.number, revision)));
  if (author === undefined) return undefined;
  return { revision, author, change: await readChangeBetween(db, { jobId, since, revision }) };
}
