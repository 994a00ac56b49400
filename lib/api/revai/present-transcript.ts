import { toTranscript, type Transcript, type TranscriptWord } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { getSpace, joinWords } from '#lib/transcript/text/join-words';
import { splitPunctuation } from '#lib/transcript/text/punctuation';

/** A part of a transcript in Rev AI's JSON: times are in seconds with two decimals; punctuation and tags have none. */
interface Element {
  type: 'text' | 'punct' | 'unknown';
  value: string;
  ts?: number;
  end_ts?: number;
  confidence?: number;
}

/** Options for writing a transcript. */
interface Manner {
  /** Omits punctuation and, like Rev AI, the blanks between words. */
  skipPunctuation: boolean;
}

/** Writes a version of a transcript as text or JSON. */
export function writeTranscript({
  source,
  isText,
  ...manner
}: Manner & { source: TranscriptSource; isText: boolean }): string {
  const transcript = toTranscript(source);
  return isText ? presentText(transcript) : JSON.stringify(presentTranscript(transcript, manner));
}

/** Presents a transcript in Rev AI's JSON (`RevAiApiTranscript`): its elements' values, joined, are the text. */
export function presentTranscript(
  { monologues, language }: Transcript,
  { skipPunctuation }: Manner,
): unknown {
  return {
    monologues: monologues.map(({ speaker: { id, name }, words }) => {
      const ends = findSentenceEnds(words, { language });
      const elements = words.flatMap((word, i) => [
        ...(i === 0 ? [] : [toPunctuation(getSpace(words[i - 1]?.text ?? '', word))]),
        ...toElements(word, ends[i]),
      ]);
      return {
        speaker: id,
        ...(name !== `Speaker ${id + 1}` && { speaker_info: { id: String(id), display_name: name } }),
        elements: elements.filter(
          ({ type, value }) => value !== '' && !(skipPunctuation && type === 'punct'),
        ),
      };
    }),
  };
}

/** Writes a transcript as Rev AI's text: `Speaker 0    00:00:02    Hello`, one line per monologue. */
export function presentText({ monologues }: Transcript): string {
  const lines = monologues.map(({ speaker, words }) =>
    [`Speaker ${speaker.id}`, toClock(words[0]?.startMs ?? 0), joinWords(words)].join('    '),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function toElements(
  { text, startMs, endMs, isTag, confidence }: TranscriptWord,
  isEnd: boolean | undefined,
): Element[] {
  if (isTag === true) return [{ type: 'unknown', value: text }];
  const { before, core, after } = splitPunctuation(text);
  // The period of an abbreviation belongs to the word.
  const isAbbreviated = isEnd === false && core !== '' && /^\.(?!\.)/.test(after);
  const spoken: Element = {
    type: 'text',
    value: isAbbreviated ? `${core}.` : core,
    ...{ ts: toSeconds(startMs), end_ts: toSeconds(endMs) },
    ...(confidence !== undefined && { confidence: Math.round(confidence * 1000) / 1000 }),
  };
  const rest = isAbbreviated ? after.slice(1) : after;
  return [toPunctuation(before), spoken, toPunctuation(rest)].filter(({ value }) => value !== '');
}

function toPunctuation(value: string): Element {
  return { type: 'punct', value };
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 10) / 100;
}

function toClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
