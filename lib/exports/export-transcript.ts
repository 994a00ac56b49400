import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { exportFormats, type ExportFormatName, type ExportSource } from '#lib/exports/formats';
import { guessLanguage } from '#lib/exports/documents/guess-language';
import { nameFile } from '#lib/exports/documents/name-file';
import { cleanText } from '#lib/exports/documents/transcript-document';
import { renderDocument } from '#lib/exports/documents/render-document';
import type { ExportParts } from '#lib/exports/documents/export-parts';
import { toText } from '#lib/transcript/edit';
import type { TrackedDocument } from '#lib/exports/word/track-changes';
import { readChangeAuthors } from '#lib/revisions/changes/read-change-authors';
import { readEdit, readRevision } from '#lib/revisions/read-edit';
import { readWords } from '#lib/revisions/read-machine';
import { readTranscript, type TranscriptVersion } from '#lib/revisions/read-transcript';
import * as documentTexts from '#messages/documents';

/** What to export; `tracked` is the Word document of what changed from the machine's to the latest. */
export interface ExportOptions {
  format: ExportFormatName | 'tracked';
  version: TranscriptVersion;
  parts: ExportParts;
}

/** How the pages' side of an export looks, and whether it is still wanted. */
export type ExportTarget = Pick<ExportSource, 'editorUrl' | 'toJson' | 'look' | 'signal'>;

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
  { format, version, parts }: ExportOptions,
  target: ExportTarget,
): Promise<ExportedFile> {
  const job = await getJob(db, reference);
  const { extension, type } = exportFormats[format === 'tracked' ? 'word' : format];
  const content =
    format === 'tracked'
      ? await trackChanges(db, job, { parts, ...target })
      : await exportFormats[format].render({
          transcript: await readTranscript(db, reference, version),
          job,
          parts,
          ...target,
        });
  return { name: nameFile(job.name, extension, { isTracked: format === 'tracked' }), type, content };
}

async function trackChanges(
  db: Db,
  job: Job,
  { parts, editorUrl, look, signal }: Pick<ExportSource, 'parts' | 'editorUrl' | 'look' | 'signal'>,
): Promise<Uint8Array> {
  const { id: jobId, accountId, name, createdAt } = job;
  const reference = { jobId, accountId };
  const facts = look.toFacts(job);
  const [before, after, words, authors] = await Promise.all([
    readRevision(db, reference, 0),
    readEdit(db, reference),
    readWords(db, reference),
    readChangeAuthors(db, reference),
  ]);
  const document: TrackedDocument = {
    name: cleanText(look.toTitle(name)) || documentTexts.untitled(),
    ...(facts !== undefined && { facts }),
    language: guessLanguage(after.monologues.map(({ content }) => toText(content)).join('\n')),
    createdAt: createdAt.getTime(),
    editorUrl,
    parts,
    emptyText: documentTexts.noSpeech(),
    before,
    after,
    words,
    authors: new Map([...authors].map(([id, { author, at }]) => [id, { author, date: toWordDate(at) }])),
    unknownAuthor: { author: 'Longhand', date: toWordDate(createdAt) },
  };
  return renderDocument({ format: 'tracked-word', document }, { accountId, signal });
}

/** Word knows no fractions of seconds. */
function toWordDate(at: Date): string {
  return at.toISOString().replace(/\.\d+/, '');
}
