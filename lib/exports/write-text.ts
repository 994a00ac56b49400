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

/** The source of an export; plain data that a thread can be sent. */
export interface ExportTask extends ExportFacts {
  source: TranscriptSource;
  locale: string;
}

/** A version of a transcript in a format that is text; with `speakerId`, only what this speaker says. */
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

/** A version of a transcript as an archive of the account has it: as text, or with all its data as JSON. */
export function writeArchived({ source, isText }: { source: TranscriptSource; isText: boolean }): string {
  const transcript = toTranscript(source);
  return isText ? toPlainText(transcript, formatClock) : `${JSON.stringify(transcript, null, 2)}\n`;
}
