import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { toRows, type NewRows } from '#lib/revisions/changes/prepare-change';
import { findTranscribed } from '#lib/revisions/find-transcribed';
import { findVersion, parseEdit, type TranscriptSource } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import type { ThreadOwner } from '#lib/threads/run-in-thread';

/**
 * Returns the rows of the machine's monologues, which a transcript's first save needs (`beginHistory`). Read
 * beforehand, because twelve hours of words need a thread. Undefined if there are revisions. Refuses as `withVersion`
 * does.
 */
export async function readHistory(
  db: Db,
  { base, ...reference }: JobReference & { base: number },
  owner: ThreadOwner,
): Promise<NewRows | undefined> {
  if (base > 0 || (await findTranscribed(db, reference)).latestRevision > 0) return undefined;
  const version = await findVersion(db, reference, 'machine');
  return withVersion(db, version, { name: 'write-history', here: writeHistory, input: {} }, owner);
}

/** Returns the rows of a version's monologues. Linear. */
export function writeHistory({ source }: { source: TranscriptSource }): NewRows {
  return toRows(parseEdit(source).monologues);
}
