import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/get-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { guessLanguage } from '#lib/transcripts/documents/guess-language';
import { nameFile } from '#lib/transcripts/documents/name-file';
import { cleanText, toPrintable } from '#lib/transcripts/documents/printable';
import { renderDocument } from '#lib/transcripts/documents/render-document';
import type { Shown } from '#lib/transcripts/documents/shown';
import { textOf } from '#lib/transcripts/edit';
import { readChangeAuthors } from '#lib/transcripts/read-change-authors';
import { readEdit, readRevision } from '#lib/transcripts/read-edit';
import { readWords } from '#lib/transcripts/read-machine';
import { readTranscript, type Transcript, type TranscriptVersion } from '#lib/transcripts/read-transcript';
import { toSubRip, toWebVtt } from '#lib/transcripts/to-captions';
import { toPlainText } from '#lib/transcripts/to-plain-text';

/** The formats of an export, with the ending and the media type of their files. */
export const exportFormats = {
  text: { extension: 'txt', type: 'text/plain; charset=utf-8' },
  word: {
    extension: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pdf: { extension: 'pdf', type: 'application/pdf' },
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  srt: { extension: 'srt', type: 'application/x-subrip; charset=utf-8' },
  vtt: { extension: 'vtt', type: 'text/vtt; charset=utf-8' },
} as const;

/** What somebody wants to take away; `tracked` is the Word document of what changed from the machine's to the latest. */
export interface ExportWish {
  format: keyof typeof exportFormats | 'tracked';
  version: TranscriptVersion;
  shown: Shown;
}

/** How the pages' side of an export looks. */
export interface ExportPlace {
  /** The editor's address, without a query, that times lead to. */
  editorUrl: string;
  /** The transcript in the API's JSON form. */
  toJson: (transcript: Transcript) => unknown;
}

/** A file to be saved. */
export interface ExportedFile {
  name: string;
  type: string;
  content: string | Uint8Array;
}

/**
 * A version of a transcribed job of the account as a file named after its recording. Times and speakers are left out
 * where the format can do without. Refuses as `readTranscript` does.
 */
export async function exportTranscript(
  db: Db,
  reference: JobReference,
  { format, version, shown }: ExportWish,
  place: ExportPlace,
): Promise<ExportedFile> {
  const job = await getJob(db, reference);
  const { extension, type } = exportFormats[format === 'tracked' ? 'word' : format];
  const content =
    format === 'tracked'
      ? await trackChanges(db, job, { shown, ...place })
      : await print(format, await readTranscript(db, reference, version), { job, shown, ...place });
  return { name: nameFile(job.name, extension), type, content };
}

function print(
  format: keyof typeof exportFormats,
  transcript: Transcript,
  { job, shown, editorUrl, toJson }: { job: Job; shown: Shown } & ExportPlace,
): string | Promise<Uint8Array> {
  switch (format) {
    case 'text':
      return toPlainText(transcript, shown);
    case 'json':
      return JSON.stringify(toJson(transcript));
    case 'srt':
      return toSubRip(transcript);
    case 'vtt':
      return toWebVtt(transcript, shown);
    case 'word':
    case 'pdf':
      return renderDocument(format, toPrintable(transcript, { ...job, editorUrl }, shown));
  }
}

async function trackChanges(
  db: Db,
  { id: jobId, accountId, name, createdAt }: Job,
  { shown, editorUrl }: { shown: Shown; editorUrl: string },
): Promise<Uint8Array> {
  const reference = { jobId, accountId };
  const [before, after, words, authors] = await Promise.all([
    readRevision(db, reference, 0),
    readEdit(db, reference),
    readWords(db, reference),
    readChangeAuthors(db, { jobId }),
  ]);
  return renderDocument('tracked-word', {
    name: cleanText(name) || 'Transcript',
    language: guessLanguage(after.monologues.map(({ content }) => textOf(content)).join('\n')),
    createdAt: createdAt.getTime(),
    editorUrl,
    shown,
    before,
    after,
    words,
    authors: new Map([...authors].map(([id, { author, at }]) => [id, { author, date: toDate(at) }])),
    somebody: { author: 'Longhand', date: toDate(createdAt) },
  });
}

/** Word knows no fractions of seconds. */
function toDate(at: Date): string {
  return at.toISOString().replace(/\.\d+/, '');
}
