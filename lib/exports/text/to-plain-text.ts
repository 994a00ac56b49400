import { toMinutesAndSeconds } from '#lib/exports/documents/document-look';
import { toPlain, type TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { joinWords } from '#lib/transcript/text/join-words';
import type { Transcript } from '#lib/revisions/read-transcript';

/** Returns a transcript as plain text: `Speaker 1: 00:02 text`, with blank lines between. Minutes may exceed 59. */
export function toPlainText(
  { monologues }: Transcript,
  toClock: (milliseconds: number) => string = toMinutesAndSeconds,
): string {
  const blocks = monologues.map(({ speaker, words }) =>
    [`${speaker.name}:`, toClock(words[0]?.startMs ?? 0), joinWords(words)].join('    '),
  );
  return `${blocks.join('\n\n')}\n`;
}

/** Returns a document's text in its template's form, without title, header and footer. */
export function toTemplateText({ blocks }: Pick<TranscriptDocument, 'blocks'>): string {
  const written = blocks.map(({ label, isOwnLine, text }) =>
    [toPlain(label), toPlain(text)].filter((part) => part !== '').join(isOwnLine ? '\n' : ' '),
  );
  return `${written.join('\n\n')}\n`;
}
