import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { toElements } from '#lib/transcript/align/align';
import {
  findVersion,
  parseEdit,
  parseMachine,
  parseWords,
  readSource,
  type TranscriptSource,
  type TranscriptVersion,
} from '#lib/revisions/transcript-source';
import type { Edit } from '#lib/transcript/edit';
import type { MachineWord, Speaker } from '#lib/transcript/model';

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

/** The transcript of a version of a transcribed job of the account. Refuses as `findVersion` does. */
export async function readTranscript(
  db: Db,
  reference: JobReference,
  version: TranscriptVersion,
): Promise<Transcript> {
  return toTranscript(await readSource(db, await findVersion(db, reference, version)));
}

/** The transcript that a source is of. */
export function toTranscript(source: TranscriptSource): Transcript {
  return source.revision === 0
    ? machineTranscript(parseMachine(source))
    : editedTranscript(parseEdit(source), parseWords(source));
}

function machineTranscript({ words, speakers, monologues }: ReturnType<typeof parseMachine>): Transcript {
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
