import { toPlainText } from '#lib/exports/text/to-plain-text';
import { allParts } from '#lib/exports/documents/export-parts';
import { formatClock } from '#lib/messages/format';
import { toTranscript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/** A version of a transcript as an archive of the account has it: as text, or with all that is known of it as JSON. */
export function writeArchived({ source, isText }: { source: TranscriptSource; isText: boolean }): string {
  const transcript = toTranscript(source);
  return isText ? toPlainText(transcript, allParts, formatClock) : `${JSON.stringify(transcript, null, 2)}\n`;
}
