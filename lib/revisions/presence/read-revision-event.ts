import { and, eq } from 'drizzle-orm';
import { revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';
import { formatEvent } from '#lib/events/event-stream';
import { writeChangeBetween } from '#lib/revisions/changes/read-changes';

/** The change since an earlier revision, and the latest author, as an event that is serialized once for all streams. */
export interface RevisionEvent {
  revision: number;
  bytes: Uint8Array;
}

/**
 * Reads the change from a revision (0: the machine's) to a later one, saved by the tab `client`; undefined if missing.
 */
export async function readRevisionEvent(
  db: Db,
  { jobId, since, revision, client }: { jobId: string; since: number; revision: number; client?: string },
): Promise<RevisionEvent | undefined> {
  const [author] = await db
    .select({ kind: revisions.authorKind, name: revisions.authorName })
    .from(revisions)
    .where(and(eq(revisions.jobId, jobId), eq(revisions.number, revision)));
  if (author === undefined) return undefined;
  const change = await writeChangeBetween(db, { jobId, since, revision });
  const rest = JSON.stringify({ revision, author, client });
  const json = `${rest.slice(0, -1)},"change":${change}}`;
  return { revision, bytes: formatEvent({ name: 'revision', id: revision, json }) };
}
