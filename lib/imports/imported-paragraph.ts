import type { Piece } from '#lib/transcript/edit';
import { cleanText } from '#lib/transcript/text/clean-text';

/** A paragraph of a transcript made elsewhere. */
export interface ImportedParagraph {
  /** The speaker's name in the file, if there is one. */
  speaker?: string;
  content: Piece[];
  /** The start time by the file's own clock, in whole milliseconds, if there is one. */
  startMs?: number;
  /** True for a caption, which is shown for a moment and is not a separate paragraph. */
  isCaption?: boolean;
  /** Comments on the paragraph, or on the whole file if they have no anchor. */
  comments?: ImportedComment[];
}

/** A comment of a Word document. */
export interface ImportedComment {
  author: string;
  /** In ISO 8601. */
  date?: string;
  text: string;
  /** The commented words, or '' for a position between words. Left out if the comment has no position. */
  anchor?: string;
}

/** Reasons why a file can't be read, in sentences for the person or program that sent it. */
export const fileFaults = {
  noText: 'The file has no text.',
  pdf: 'PDF can’t be imported. Send text or a Word document.',
  oldWord: 'Old Word documents (.doc) and encrypted ones can’t be read. Save the file as .docx.',
  noWord: 'The file is not a Word document (.docx).',
  damagedWord: 'The Word document is damaged.',
  documentType: 'A document type is not allowed in a Word document.',
  tooLarge: 'The Word document is too large.',
  notText: 'The file is neither text nor a Word document.',
  invalidJson: 'The file is not valid JSON.',
  unknownJson: 'This JSON has no transcript in a known form.',
} as const;

/** A file that can't be imported; the message is one of `fileFaults`, or names a limit. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
}

/** Up to three words in brackets with a lowercase first letter: `[laughter]`, `[inaudible 12:34]`. Others are text. */
const tag = /\[\p{Ll}[^[\]\s]{0,30}(?: [^[\]\s]{1,30}){0,2}\]/gu;

/** Parses a text, as one line, into the content of a monologue with its tags. */
export function toPieces(written: string): Piece[] {
  const text = cleanText(written).trim();
  const pieces: Piece[] = [];
  let from = 0;
  const add = (to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to) });
  };
  for (const { 0: found, index } of text.matchAll(tag)) {
    add(index);
    pieces.push({ tag: found });
    from = index + found.length;
  }
  add(text.length);
  return pieces;
}
