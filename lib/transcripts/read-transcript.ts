import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import type { MachineWord, Speaker } from '#lib/transcripts/model';
import { Refusal } from '#lib/refusal';

/** A transcript as every format prints it: speakers, and monologues with their timed words, in order. */
export interface Transcript {
  speakers: Speaker[];
  monologues: Array<{ id: number; speaker: Speaker; words: MachineWord[] }>;
}

/**
 * The transcript of a transcribed job of the account: the machine's, which is the latest one as long as nobody
 * has edited it. Refuses `job-not-found`, and `invalid-job-state` unless the job is transcribed.
 */
export async function readTranscript(db: Db, reference: JobReference): Promise<Transcript> {
  const [row] = await db
    .select({ status: jobs.status, machine: machineTranscripts })
    .from(jobs)
    .leftJoin(machineTranscripts, eq(machineTranscripts.jobId, jobs.id))
    .where(isJob(reference));
  if (row === undefined) throw new Refusal({ kind: 'job-not-found' });
  if (row.machine === null) {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'transcript',
      currentValue: row.status,
      allowedValues: ['transcribed'],
    });
  }
  const { words, speakers, monologues } = row.machine;
  const speakerById = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  return {
    speakers,
    monologues: monologues.map(({ id, speaker: speakerId, from, to }) => {
      const speaker = speakerById.get(speakerId);
      if (speaker === undefined)
        throw new Error(`job ${reference.jobId}: monologue ${id} has no speaker ${speakerId}`);
      return { id, speaker, words: words.slice(from, to) };
    }),
  };
}
