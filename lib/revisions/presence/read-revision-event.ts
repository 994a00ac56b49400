import { and, eq } from 'drizzle-orm';
import { revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';
import type { Author } from '#lib/revisions/write-revision';
import type { EditChange } from '#lib/transcript/edit';
import { readChangeBetween } from '#lib/revisions/changes/read-changes';

/** The change from an earlier revision, and the author of the latest save. */
export interface RevisionEvent {
  revision: number;
  change: EditChange;
  author: Pick<Author, 'kind' | 'name'>;
}

/** Reads the change from a revision of a job (0 is the machine's) to a later one; undefined if that doesn't exist. */
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
