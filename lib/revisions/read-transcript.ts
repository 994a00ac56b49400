import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { toElements } from '#lib/transcript/align/align';
import { readRevision } from '#lib/revisions/read-edit';
import type { Edit } from '#lib/transcript/edit';
import type { MachineWord, Speaker } from '#lib/transcript/model';
import { Refusal } from '#lib/refusal';

/**
 * A word as every format shows it, with its time in milliseconds; a tag such as `[laughter]` counts as one. Only a
 * word that stands as the machine heard it has the machine's confidence.
 */
export interface TranscriptWord extends MachineWord {
  isTag?: true;
}

/** A transcript as every format shows it: speakers, and monologues with their timed words, in order. */
export interface Transcript {
  speakers: Speaker[];
  monologues: Array<{ id: number; speaker: Speaker; words: TranscriptWord[] }>;
}

/** Which transcript is meant: the newest edit, the machine's, or the revision of this number. */
export type TranscriptVersion = 'latest' | 'machine' | number;

/**
 * The transcript of a transcribed job of the account. The latest one is the machine's until the first edit is saved.
 * Refuses `job-not-found`, `revision-not-found`, and `invalid-job-state` unless the job is transcribed.
 */
export async function readTranscript(
  db: Db,
  reference: JobReference,
  version: TranscriptVersion,
): Promise<Transcript> {
  const [row] = await db
    .select({ status: jobs.status, latest: jobs.latestRevision, machine: machineTranscripts })
    .from(jobs)
    .leftJoin(machineTranscripts, eq(machineTranscripts.jobId, jobs.id))
    .where(isJob(reference));
  if (row === undefined) throw new Refusal({ kind: 'job-not-found' });
  const { machine } = row;
  if (machine === null) {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'transcript',
      currentValue: row.status,
      allowedValues: ['transcribed'],
    });
  }
  const revision = { latest: row.latest, machine: 0 }[version] ?? Number(version);
  if (revision === 0) return machineTranscript(machine);
  return editedTranscript(await readRevision(db, reference, revision), machine.words);
}

function machineTranscript({
  words,
  speakers,
  monologues,
}: typeof machineTranscripts.$inferSelect): Transcript {
  const getSpeaker = finder(speakers);
  return {
    speakers,
    monologues: monologues.map(({ id, speaker, from, to }) => ({
      id,
      speaker: getSpeaker(speaker),
      words: words.slice(from, to),
    })),
  };
}

/** Ids are numbers in order. Monologues that were emptied are left out: nothing is said in them. */
function editedTranscript({ speakers, monologues }: Edit, words: readonly MachineWord[]): Transcript {
  const getSpeaker = finder(speakers);
  return {
    speakers,
    monologues: monologues
      .map((monologue) => ({ speaker: getSpeaker(monologue.speaker), words: toWords(monologue, words) }))
      .filter(({ words }) => words.length > 0)
      .map((monologue, id) => ({ id, ...monologue })),
  };
}

function toWords(monologue: Edit['monologues'][number], words: readonly MachineWord[]): TranscriptWord[] {
  return toElements(monologue, words).map((element) => {
    const { startMs, endMs } = element;
    if (element.type === 'tag') return { text: element.tag, startMs, endMs, isTag: true };
    const heard = element.machine === undefined ? undefined : words[element.machine];
    const isUnchanged = heard?.text === element.text;
    return {
      text: element.text,
      startMs,
      endMs,
      ...(isUnchanged && heard?.confidence !== undefined && { confidence: heard.confidence }),
      ...(heard?.language !== undefined && { language: heard.language }),
    };
  });
}

function finder(speakers: readonly Speaker[]): (id: number) => Speaker {
  const byId = new Map(speakers.map(({ id, name }) => [id, { id, name }]));
  return (id) => {
    const speaker = byId.get(id);
    if (speaker === undefined) throw new Error(`a monologue has no speaker ${id}`);
    return speaker;
  };
}
