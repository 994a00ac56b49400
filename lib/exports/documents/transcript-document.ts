import { guessLanguage } from '#lib/exports/documents/guess-language';
import {
  allParts,
  apiLook,
  applyLook,
  type ExportedJob,
  type ExportLook,
  type ExportParts,
} from '#lib/exports/documents/document-look';
import { joinWords } from '#lib/transcript/text/join-words';
import type { Transcript } from '#lib/revisions/read-transcript';
import * as texts from '#messages/documents';

/**
 * A transcript as a document shows it: plain, clean text that a worker thread can be sent. `language` is a
 * BCP 47 tag, `createdAt` is in milliseconds, a block's `link` opens the editor at the moment it begins.
 */
export interface TranscriptDocument {
  name: string;
  facts?: string;
  language: string;
  createdAt: number;
  parts: ExportParts;
  /** The text below the heading when the transcript is empty. */
  emptyText: string;
  blocks: Array<{ speaker: string; clock: string; link: string; text: string }>;
}

/** A part of the label of a monologue, linked or not. */
export interface LabelPart {
  text: string;
  link?: string;
}

/** The label before the words of a monologue: `Speaker 1 (00:02):`, or less; nothing when neither is shown. */
export function toLabel(
  { speaker, clock, link }: Omit<TranscriptDocument['blocks'][number], 'text'>,
  { times, speakers, links }: ExportParts,
): LabelPart[] {
  const time = { text: clock, ...(links && { link }) };
  if (times && speakers) return [{ text: `${speaker} (` }, time, { text: '):' }];
  if (times) return [time];
  return speakers ? [{ text: `${speaker}:` }] : [];
}

/** The document of a job's transcript. `editorUrl` is the editor's address without a query. */
export function toDocument(
  { monologues }: Transcript,
  job: ExportedJob & { editorUrl: string },
  parts: ExportParts = allParts,
  look: ExportLook = apiLook,
): TranscriptDocument {
  const { toClock, toFacts, toTitle } = applyLook(look);
  const blocks = monologues.map(({ speaker, words }) => {
    const startMs = words[0]?.startMs ?? 0;
    return {
      speaker: cleanText(speaker.name),
      clock: toClock(startMs),
      link: `${job.editorUrl}?t=${startMs / 1000}`,
      text: cleanText(joinWords(words)),
    };
  });
  const facts = toFacts(job);
  return {
    name: cleanText(toTitle(job.name)) || texts.untitled(),
    ...(facts !== undefined && { facts }),
    language: guessLanguage(blocks.map(({ text }) => text).join('\n')),
    createdAt: job.createdAt.getTime(),
    parts,
    emptyText: texts.noSpeech(),
    blocks,
  };
}

/**
 * The text as XML, PDF and a reader can bear it: one line, composed (NFC), without control characters, halves of
 * surrogate pairs, noncharacters and the marks that turn the direction of what follows them.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[^\S\u00a0\u202f]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
    .normalize('NFC');
}
