import { deflateSync } from 'node:zlib';
import type { Transcript, TranscriptWord } from '#lib/revisions/read-transcript';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';

/** Words that belong together: a sentence of one speaker, or what of it is heard within half a minute. */
export interface Segment {
  /** The speaker, as `A`, `B` and so on. */
  speaker: string;
  /** The speaker's number in the transcript, from 0. */
  speakerId: number;
  words: readonly TranscriptWord[];
}

/** The window of Whisper, whose segments are never longer. */
const maxMs = 30_000;

/** A transcript in segments, in order. */
export function toSegments({ monologues, language }: Transcript): Segment[] {
  return monologues.flatMap(({ speaker, words }) =>
    cutSentences(words, language).map((sentence) => ({
      ...{ speaker: toLabel(speaker.id), speakerId: speaker.id },
      words: sentence,
    })),
  );
}

/** When a segment begins and ends, in seconds. */
export function getSpan({ words }: Segment): { start: number; end: number } {
  const [first, last] = [words[0], words.at(-1)];
  return { start: toSeconds(first?.startMs ?? 0), end: toSeconds(last?.endMs ?? 0) };
}

/** Milliseconds as seconds with three decimals at most. */
export function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/** The mean log probability of words; 0 where their engine tells none. */
export function averageLogprob(words: readonly TranscriptWord[]): number {
  const known = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [toLogprob(confidence)]));
  return known.length === 0 ? 0 : round(known.reduce((sum, one) => sum + one, 0) / known.length);
}

/** The natural logarithm of a probability; that of 0 is cut off, since JSON knows no infinity. */
export function toLogprob(confidence: number): number {
  return round(Math.log(Math.max(confidence, 1e-9)));
}

/** The zlib compression ratio of a text, as Whisper measures it (openai/whisper, `utils.py`). */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return round(bytes.length / deflateSync(bytes).length);
}

function cutSentences(
  words: readonly TranscriptWord[],
  language: Transcript['language'],
): TranscriptWord[][] {
  const ends = findSentenceEnds(words, { language });
  const sentences: TranscriptWord[][] = [];
  let current: TranscriptWord[] = [];
  for (const [at, word] of words.entries()) {
    const isTooLong = current[0] !== undefined && word.endMs - current[0].startMs > maxMs;
    const isNew = current.length === 0 || isTooLong || ends[at - 1] === true;
    if (isNew) sentences.push((current = [word]));
    else current.push(word);
  }
  return sentences;
}

/** Speakers are counted in letters, as columns of a table are. */
function toLabel(id: number): string {
  const letter = String.fromCodePoint(65 + (id % 26));
  return id < 26 ? letter : toLabel(Math.floor(id / 26) - 1) + letter;
}

function round(number: number): number {
  return Math.round(number * 1e6) / 1e6;
}
