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
import { toText, type Edit } from '#lib/transcript/edit';
import type { MachineWord, Speaker } from '#lib/transcript/model';
import { isSpacedOut } from '#lib/transcript/text/extra-blanks';
import { joinWords, toGap } from '#lib/transcript/text/join-words';

/**
 * A word as every format shows it, with its time in milliseconds; a tag such as `[laughter]` counts as one. Only a
 * word that stands as the machine heard it has the machine's confidence.
 */
export type TranscriptWord = MachineWord;

/** A transcript as every format shows it: speakers, and monologues with their timed words, in order. */
export interface Transcript {
  /** The language of the recording as BCP 47 tag; left out where nobody knows. */
  language?: string | null;
  /** Length of the recording; left out where not known. */
  durationMs?: number;
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
  const { language, durationSeconds } = source;
  const transcript =
    source.revision === 0
      ? machineTranscript(parseMachine(source))
      : editedTranscript(parseEdit(source), parseWords(source));
  return {
    ...(language != null && { language }),
    ...(durationSeconds != null && { durationMs: Math.floor(durationSeconds * 1000) }),
    ...transcript,
  };
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
  const isLegacy =
    isSpacedOut(monologues.map(({ content }) => toText(content))) && !isSpacedOut([joinWords(words)]);
  return {
    speakers,
    monologues: monologues
      .map((monologue) => ({
        speaker: getSpeaker(monologue.speaker),
        words: toWords(monologue, words, isLegacy),
      }))
      .filter(({ words }) => words.length > 0)
      .map((monologue, id) => ({ id, ...monologue })),
  };
}

/** `isLegacy` tells that the text has a blank between any two words, also of scripts that are written without: earlier versions had. */
function toWords(
  monologue: Edit['monologues'][number],
  words: readonly MachineWord[],
  isLegacy: boolean,
): TranscriptWord[] {
  const text = monologue.content.map((piece) => ('tag' in piece ? '\ufffc' : piece.text)).join('');
  const elements = toElements(monologue, words);
  return elements.map((element, i) => {
    const { startMs, endMs } = element;
    const before = elements[i - 1];
    if (element.type === 'tag') return { text: element.tag, startMs, endMs, isTag: true };
    const heard = element.machine === undefined ? undefined : words[element.machine];
    const isUnchanged = heard?.text === element.text;
    return {
      text: element.text,
      startMs,
      endMs,
      ...(!isLegacy &&
        before?.type === 'text' &&
        toGap(before.text, element.text, text.slice(before.to, element.from))),
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
