import type { Db } from '#lib/db/connect';
import { requiredShare, type AlignedImport } from '#lib/imports/align-import';
import type { JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import { findWordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import { findVersion, readSource, type FoundVersion } from '#lib/revisions/transcript-source';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';

/** A file as a change of `version`. */
export interface ImportPreview extends Omit<Extract<AlignedImport, { kind: 'aligned' }>, 'kind'> {
  version: FoundVersion;
  /** The first machine word of the version's recognition. */
  firstWord: number;
}

/**
 * Aligns a local transcript file with the latest version, without saving. Refuses as `findVersion` and `runInThread`
 * do, `invalid-parameters` for a file that can't be read, and `transcript-mismatch` for a text that isn't the
 * recording's, unless `acceptMismatch`.
 */
export async function previewImport(
  db: Db,
  { file, acceptMismatch, ...reference }: JobReference & { file: string; acceptMismatch: boolean },
  owner: ThreadOwner,
): Promise<ImportPreview> {
  const version = await findVersion(db, reference, 'latest');
  const inUse = await findWordsInUse(db, version);
  const readInput = async () => ({ source: await readSource(db, version), inUse, file, acceptMismatch });
  const aligned = await runInThread('align-import', readInput, owner);
  if (aligned.kind === 'faulty') {
    throw new Refusal({ kind: 'invalid-parameters', parameters: { body: [aligned.message] } });
  }
  if (aligned.kind === 'mismatch') {
    throw new Refusal({ kind: 'transcript-mismatch', matchingShare: aligned.matchingShare, requiredShare });
  }
  const { kind: _, ...rest } = aligned;
  return { ...rest, version, firstWord: inUse.firstWord };
}
