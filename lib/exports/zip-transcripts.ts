import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import type { ExportLook } from '#lib/exports/documents/document-look';
import { nameFile } from '#lib/exports/documents/name-file';
import { type ExportOptions, exportTranscript } from '#lib/exports/export-transcript';
import { type ExportFormat, exportFormats } from '#lib/exports/formats';
import { isListed, isOutsideTrash } from '#lib/jobs/is-job';
import { Refusal } from '#lib/refusal';
import * as texts from '#messages/archive';

type ArchiveFormat = ExportOptions['format'];

/** The jobs and formats to archive, and the look of exports on pages. */
interface ZipOptions {
  accountId: string;
  jobIds: string[];
  /** Defaults to `isArchivedByDefault` formats. */
  formats?: readonly ArchiveFormat[] | undefined;
  look: ExportLook;
  baseUrl: string;
  /** Reports a file that couldn't be written. The archive continues without it. */
  onFailure: (error: unknown) => void;
}

/** The chunk size for compression. */
const sliceBytes = 64 * 1024;

interface ArchivedFile {
  name: string;
  content: string | Uint8Array;
  isText: boolean;
  at: Date;
}

/**
 * Streams a zip archive with the transcripts of the account's transcribed jobs among these, newest first, each in all
 * chosen formats. Writes one file at a time, with backpressure. Numbers duplicate names. Lists failed files, with
 * reasons, in a final file.
 */
export function zipTranscripts(db: Db, options: ZipOptions): ReadableStream<Uint8Array> {
  const leaving = new AbortController();
  const files = makeFiles(db, options, leaving.signal);
  let archive: Zip;
  let hasEnded = false;
  return new ReadableStream(
    {
      start(controller) {
        archive = new Zip((error, bytes, isLast) => {
          if (hasEnded) return;
          if (error) return controller.error(error);
          controller.enqueue(bytes);
          if (isLast) controller.close();
        });
      },
      async pull() {
        const { value: file } = await files.next();
        if (hasEnded) return;
        if (file === undefined) return archive.end();
        const { name, content, isText, at } = file;
        // Documents are already compressed.
        const entry = isText ? new ZipDeflate(name) : new ZipPassThrough(name);
        entry.mtime = at;
        archive.add(entry);
        const bytes = typeof content === 'string' ? strToU8(content) : content;
        let from = 0;
        for (; from + sliceBytes < bytes.length; from += sliceBytes) {
          entry.push(bytes.subarray(from, from + sliceBytes));
          // Compressing long text takes a while, so the event loop gets turns in between.
          await nextTurn();
          if (hasEnded) return;
        }
        entry.push(bytes.subarray(from), true);
      },
      cancel() {
        hasEnded = true;
        leaving.abort();
        archive.terminate();
      },
    },
    { highWaterMark: 1 },
  );
}

async function* makeFiles(
  db: Db,
  { accountId, jobIds, formats = listDefaultFormats(), look, baseUrl, onFailure }: ZipOptions,
  signal: AbortSignal,
): AsyncGenerator<ArchivedFile, undefined> {
  const taken = new Set<string>();
  const missing: string[] = [];
  for (const job of await choose(db, { accountId, jobIds })) {
    if (job.status !== 'transcribed') {
      missing.push(texts.noTranscript({ name: job.name }));
      continue;
    }
    const names = takeNames(job.name, formats, taken);
    const target = { editorUrl: `${baseUrl}/editor/${job.id}`, look, signal };
    for (const [format, name] of names) {
      let content: string | Uint8Array;
      try {
        const options = { format, version: 'latest' } as const;
        ({ content } = await exportTranscript(db, { accountId, jobId: job.id }, options, target));
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.reason.kind !== 'service-unavailable') {
          missing.push(texts.deleted({ name: job.name }));
          break;
        }
        onFailure(error);
        missing.push(texts.failed({ name }));
        continue;
      }
      const isText = format !== 'tracked' && (exportFormats[format] as ExportFormat).write !== undefined;
      yield { name, content, isText, at: job.createdAt };
    }
  }
  if (missing.length === 0) return;
  const lines = [texts.missing(), '', ...missing.map((line) => `- ${line}`), ''];
  yield {
    name: freeName(texts.missingFile(), taken),
    content: lines.join('\n'),
    isText: true,
    at: new Date(),
  };
}

function listDefaultFormats(): ArchiveFormat[] {
  const all: Array<[string, ExportFormat]> = Object.entries(exportFormats);
  return all.flatMap(([name, { isArchivedByDefault }]) =>
    isArchivedByDefault === true ? [name as ArchiveFormat] : [],
  );
}

async function choose(db: Db, { accountId, jobIds }: { accountId: string; jobIds: string[] }) {
  return db
    .select({ id: jobs.id, name: jobs.name, status: jobs.status, createdAt: jobs.createdAt })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), inArray(jobs.id, jobIds), isOutsideTrash(), isListed()))
    .orderBy(desc(jobs.createdAt), desc(jobs.id));
}

/** Reserves names for a job's files, all with the same number if one of them is taken. */
function takeNames(
  jobName: string,
  formats: readonly ArchiveFormat[],
  taken: Set<string>,
): Map<ArchiveFormat, string> {
  for (let number = 1; ; number += 1) {
    const names = new Map(formats.map((format) => [format, nameFormat(jobName, format, number)]));
    const folded = [...names.values()].map(fold);
    if (folded.some((name) => taken.has(name))) continue;
    for (const name of folded) taken.add(name);
    return names;
  }
}

function nameFormat(jobName: string, format: ArchiveFormat, number: number): string {
  const isTracked = format === 'tracked';
  const { extension } = exportFormats[isTracked ? 'word' : format];
  return withNumber(nameFile(jobName, extension, { isTracked }), number);
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(fold(withNumber(wanted, number)))) number += 1;
  return withNumber(wanted, number);
}

function withNumber(name: string, number: number): string {
  return number === 1 ? name : name.replace(/(?=\.\w+$)/, ` (${number})`);
}

/** Some file systems are case-insensitive. */
function fold(name: string): string {
  return name.toLowerCase();
}
