import type { Db, Tx } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import type { Edit } from '#lib/transcript/edit';
import { isOfRevision, readMonologues, readSpeakers } from '#lib/revisions/edit-rows';
import { findRevision, findTranscribed } from '#lib/revisions/find-transcribed';
import { readMachineEdit } from '#lib/revisions/read-machine';

/** Reads the latest edit of a transcribed job of the account, which is the machine's until the first edit is saved. */
export async function readEdit(db: Db | Tx, reference: JobReference): Promise<Edit> {
  const { latestRevision } = await findTranscribed(db, reference);
  return editAt(db, { jobId: reference.jobId, revision: latestRevision });
}

/** Reads a revision of a transcribed job of the account; 0 is the machine's. Refuses with `revision-not-found`. */
export async function readRevision(db: Db | Tx, reference: JobReference, revision: number): Promise<Edit> {
  await findRevision(db, reference, revision);
  return editAt(db, { jobId: reference.jobId, revision });
}

/** Reads a revision that is known to exist. */
async function editAt(db: Db | Tx, { jobId, revision }: { jobId: string; revision: number }): Promise<Edit> {
  if (revision === 0) return readMachineEdit(db, { jobId });
  const [speakers, monologues] = await Promise.all([
    readSpeakers(db, { jobId, revision }),
    readMonologues(db, isOfRevision(jobId, revision)),
  ]);
  return { revision, speakers, monologues };
}
