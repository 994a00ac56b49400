import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { exportFormats, type ExportFacts, type ExportFormatName } from '#lib/exports/formats';
import { nameFile } from '#lib/exports/documents/name-file';
import { toTask, writeExport } from '#lib/exports/write-export';
import { readChangeAuthors } from '#lib/revisions/changes/read-changes';
import { findVersion, readSource, type TranscriptVersion } from '#lib/revisions/transcript-source';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';

/** Options of an export. `tracked` is a Word document with the changes from the original to the latest version. */
export interface ExportOptions {
  format: ExportFormatName | 'tracked';
  version: TranscriptVersion;
  /** True to name speakers in captions. */
  speakers?: boolean | undefined;
}

/** The look of an export, its URL in the editor, and the requester. */
export type ExportTarget = Pick<ExportFacts, 'editorUrl' | 'look'> & Omit<ThreadOwner, 'accountId'>;

export interface ExportedFile {
  name: string;
  type: string;
  content: string | Uint8Array;
}

/** Exports a version of a job as a file named after its recording. Refuses as `findVersion` and `runInThread` do. */
export async function exportTranscript(
  db: Db,
  reference: JobReference,
  { format, version, speakers }: ExportOptions,
  { editorUrl, look, ...asked }: ExportTarget,
): Promise<ExportedFile> {
  const job = await getJob(db, reference);
  const isTracked = format === 'tracked';
  const { extension, type } = exportFormats[isTracked ? 'word' : format];
  const facts = { job, editorUrl, look, speakers };
  const owner = { ...asked, accountId: reference.accountId };
  const content = isTracked
    ? await trackChanges(db, reference, facts, owner)
    : await writeExport(db, { ...facts, format, version: await findVersion(db, reference, version) }, owner);
  return { name: nameFile(job.name, extension, { isTracked }), type, content };
}

/** Draws the first page of a version's PDF. Refuses as `exportTranscript` does. */
export async function drawFirstPage(
  db: Db,
  reference: JobReference,
  { version }: Pick<ExportOptions, 'version'>,
  { editorUrl, look, ...asked }: ExportTarget,
): Promise<Uint8Array> {
  const job = await getJob(db, reference);
  const found = await findVersion(db, reference, version);
  const task = toTask({ job, editorUrl, look });
  const read = async () => ({ ...task, format: 'first-page' as const, source: await readSource(db, found) });
  return runInThread('write-document', read, { ...asked, accountId: reference.accountId });
}

async function trackChanges(
  db: Db,
  reference: JobReference,
  facts: ExportFacts & { job: Job },
  owner: ThreadOwner,
): Promise<Uint8Array> {
  const latest = await findVersion(db, reference, 'latest');
  const read = async () => {
    const [before, source, authors] = await Promise.all([
      readSource(db, { ...latest, revision: 0 }),
      readSource(db, latest),
      readChangeAuthors(db, reference),
    ]);
    return {
      ...toTask(facts),
      format: 'tracked-word' as const,
      source,
      before,
      authors: new Map([...authors].map(([id, { author, at }]) => [id, { author, date: toWordDate(at) }])),
      unknownAuthor: { author: 'Longhand', date: toWordDate(facts.job.createdAt) },
    };
  };
  return runInThread('write-document', read, owner);
}

/** Word has no fractions of seconds. */
function toWordDate(at: Date): string {
  return at.toISOString().replace(/\.\d+/, '');
}
