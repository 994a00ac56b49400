import { guessLanguage } from '#lib/transcripts/documents/guess-language';
import { everythingShown, type Shown } from '#lib/transcripts/documents/shown';
import { toClock } from '#lib/transcripts/to-plain-text';
import type { Transcript } from '#lib/transcripts/read-transcript';

/**
 * A transcript as a document prints it: plain, clean text that a worker thread can be sent. `language` is a
 * BCP 47 tag, `createdAt` is in milliseconds, a block's `link` opens the editor at the moment it begins.
 */
export interface Printable {
  name: string;
  language: string;
  createdAt: number;
  shown: Shown;
  blocks: Array<{ speaker: string; clock: string; link: string; text: string }>;
}

/** What a document says below its heading when nobody said anything. */
export const nothingSaid = 'No speech was recognised in this recording.';

/** A part of what stands before the words of a monologue, linked or not. */
export interface LabelPart {
  text: string;
  link?: string;
}

/** What stands before the words of a monologue: `Speaker 1 (00:02):`, or less; nothing when neither is shown. */
export function labelOf(
  { speaker, clock, link }: Omit<Printable['blocks'][number], 'text'>,
  { times, speakers }: Shown,
): LabelPart[] {
  if (times && speakers) return [{ text: `${speaker} (` }, { text: clock, link }, { text: '):' }];
  if (times) return [{ text: clock, link }];
  return speakers ? [{ text: `${speaker}:` }] : [];
}

/** The document of a job's transcript. `editorUrl` is the editor's address without a query. */
export function toPrintable(
  { monologues }: Transcript,
  job: { name: string; createdAt: Date; editorUrl: string },
  shown: Shown = everythingShown,
): Printable {
  const blocks = monologues.map(({ speaker, words }) => {
    const startMs = words[0]?.startMs ?? 0;
    return {
      speaker: cleanText(speaker.name),
      clock: toClock(startMs),
      link: `${job.editorUrl}?t=${startMs / 1000}`,
      text: cleanText(words.map((word) => word.text).join(' ')),
    };
  });
  return {
    name: cleanText(job.name) || 'Transcript',
    language: guessLanguage(blocks.map(({ text }) => text).join('\n')),
    createdAt: job.createdAt.getTime(),
    shown,
    blocks,
  };
}

/**
 * The text as XML, PDF and a reader can bear it: one line, composed (NFC), without control characters, halves of
 * surrogate pairs, noncharacters and the marks that turn the direction of what follows them.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
    .normalize('NFC');
}
