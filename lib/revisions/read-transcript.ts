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
 * A word as exported, with times in milliseconds, or a tag such as `[laughter]`. Only unchanged machine words have a confidence.
 */
export type TranscriptWord = MachineWord;

/** A transcript as exported: speakers, and monologues with timed words, in order. */
export interface Transcript {
  /** The recording's language as a BCP 47 tag, if known. */
  language?: string | null;
  /** The recording's length, if known. */
  durationMs?: number;
  speakers: Speaker[];
  monologues: Array<{ id: number; speaker: Speaker; words: TranscriptWord[] }>;
}

/** Reads a version of a transcribed job's transcript. Refuses as `findVersion` does. */
export async function readTranscript(
  db: Db,
  reference: JobReference,
  version: TranscriptVersion,
): Promise<Transcript> {
  return toTranscript(await readSource(db, await findVersion(db, reference, version)));
}

/** Converts a source to a transcript. */
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

/** Numbers monologues in order and leaves out empty ones. */
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

/** `isLegacy` means that spaces separate all words, even in scripts without spaces, as earlier versions wrote them. */
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
