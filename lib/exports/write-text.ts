import {
  type ExportFacts,
  type ExportFormat,
  type ExportFormatName,
  exportFormats,
} from '#lib/exports/formats';
import { withLocale } from '#lib/messages/with-locale';
import { toTranscript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';
import { toPlainText } from '#lib/exports/text/to-plain-text';
import { formatClock } from '#lib/messages/format';

/** Input of an export, as plain data for a thread. */
export interface ExportTask extends ExportFacts {
  source: TranscriptSource;
  locale: string;
}

/** Writes a version of a transcript in a text format. With `speakerId`, only what this speaker says. */
export function writeText({
  source,
  format,
  speakerId,
  locale,
  ...facts
}: ExportTask & { format: ExportFormatName; speakerId?: number | undefined }): string {
  const { write }: ExportFormat = exportFormats[format];
  if (write === undefined) throw new Error(`${format} is no text`);
  const transcript = toTranscript(source);
  const said = transcript.monologues.filter(
    ({ speaker }) => speakerId === undefined || speaker.id === speakerId,
  );
  return withLocale(locale, () => write({ ...transcript, monologues: said }, facts));
}

/** Writes a version of a transcript for an account's archive: as text, or with all its data as JSON. */
export function writeArchived({ source, isText }: { source: TranscriptSource; isText: boolean }): string {
  const transcript = toTranscript(source);
  return isText ? toPlainText(transcript, formatClock) : `${JSON.stringify(transcript, null, 2)}\n`;
}
