import { deflateSync } from 'node:zlib';
import type { Transcript, TranscriptWord } from '#lib/revisions/read-transcript';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';

/** Words that belong together: a sentence of one speaker, cut after at most half a minute. */
export interface Segment {
  /** The speaker, as `A`, `B` and so on. */
  speaker: string;
  /** The speaker's number in the transcript, from 0. */
  speakerId: number;
  words: readonly TranscriptWord[];
}

/** Whisper's window, the maximum length of its segments. */
const maxMs = 30_000;

/** Splits a transcript into segments, in order. */
export function toSegments({ monologues, language }: Transcript): Segment[] {
  return monologues.flatMap(({ speaker, words }) =>
    cutSentences(words, language).map((sentence) => ({
      ...{ speaker: toLabel(speaker.id), speakerId: speaker.id },
      words: sentence,
    })),
  );
}

/** Returns a segment's start and end in seconds. */
export function getSpan({ words }: Segment): { start: number; end: number } {
  const [first, last] = [words[0], words.at(-1)];
  return { start: toSeconds(first?.startMs ?? 0), end: toSeconds(last?.endMs ?? 0) };
}

/** Converts milliseconds to seconds with up to three decimals. */
export function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/** Returns the mean log probability of words; 0 if their engine provides no confidence. */
export function averageLogprob(words: readonly TranscriptWord[]): number {
  const known = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [toLogprob(confidence)]));
  return known.length === 0 ? 0 : round(known.reduce((sum, one) => sum + one, 0) / known.length);
}

/** Returns the natural logarithm of a probability, clamped because JSON has no infinity. */
export function toLogprob(confidence: number): number {
  return round(Math.log(Math.max(confidence, 1e-9)));
}

/** Returns the zlib compression ratio of a text, as Whisper measures it (openai/whisper, `utils.py`). */
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

/** Speaker labels are letters, like spreadsheet columns. */
function toLabel(id: number): string {
  const letter = String.fromCodePoint(65 + (id % 26));
  return id < 26 ? letter : toLabel(Math.floor(id / 26) - 1) + letter;
}

function round(number: number): number {
  return Math.round(number * 1e6) / 1e6;
}
