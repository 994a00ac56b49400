import { formatClock } from '#lib/messages/format';
import { toTranscript, type Transcript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/** Consecutive words of one speaker. Times are milliseconds from the start of the media. */
export interface Passage {
  speaker: string;
  startMs: number;
  endMs: number;
  text: string;
}

/** The section of a transcript to cut out. */
export interface Cut {
  /** Number of the first word, from 0. */
  fromWord: number;
  /** Only words that begin at or after `startMs` and before `endMs`. */
  startMs: number;
  endMs: number;
  /** Maximum characters of all passages together; a single word always fits. */
  maxCharacters: number;
}

/** The section of a transcript's version, and the names of all its speakers. */
export interface CutVersion extends ReturnType<typeof cutTranscript> {
  speakers: string[];
}

/** Writes the JSON of a `CutVersion`. */
export function cutVersion({ source, cut }: { source: TranscriptSource; cut: Cut }): string {
  const transcript = toTranscript(source);
  const speakers = transcript.speakers.map(({ name }) => name);
  return JSON.stringify({ speakers, ...cutTranscript(transcript, cut) } satisfies CutVersion);
}

/** Cuts passages out of a transcript. `next` is the number of the first word that didn't fit; undefined if all did. */
export function cutTranscript(
  { monologues }: Transcript,
  { fromWord, startMs, endMs, maxCharacters }: Cut,
): { passages: Passage[]; next: number | undefined } {
  const passages: Passage[] = [];
  let number = -1;
  let characters = 0;
  for (const { speaker, words } of monologues) {
    let current: Passage | undefined;
    for (const word of words) {
      number += 1;
      if (number < fromWord || word.startMs < startMs || word.startMs >= endMs) continue;
      const begun = current ?? { ...word, speaker: speaker.name, text: '' };
      const added =
        current === undefined ? writePassage({ ...begun, text: word.text }).length + 1 : word.text.length + 1;
      if (characters > 0 && characters + added > maxCharacters) return { passages, next: number };
      characters += added;
      if (current === undefined) {
        const { startMs: from, endMs: to, text } = word;
        current = { speaker: speaker.name, startMs: from, endMs: to, text };
        passages.push(current);
      } else {
        current.text += ` ${word.text}`;
        current.endMs = Math.max(current.endMs, word.endMs);
      }
    }
  }
  return { passages, next: undefined };
}

/** Formats a passage as a line: `[1:02:03] Speaker 1: text`. */
export function writePassage({
  speaker,
  startMs,
  text,
}: Pick<Passage, 'speaker' | 'startMs' | 'text'>): string {
  return `[${formatClock(startMs)}] ${speaker}: ${text}`;
}
