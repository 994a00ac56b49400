import {
  exportFormats,
  type ExportFacts,
  type ExportFormat,
  type ExportFormatName,
} from '#lib/exports/formats';
import { withLocale } from '#lib/messages/with-locale';
import { toTranscript } from '#lib/revisions/read-transcript';
import type { TranscriptSource } from '#lib/revisions/transcript-source';

/** What an export is made from; plain data that a thread can be sent. */
export interface ExportTask extends ExportFacts {
  source: TranscriptSource;
  /** The reader's. */
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
