import { and, desc, eq, inArray } from 'drizzle-orm';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { pageLook } from '#lib/exports/documents/document-look';
import { nameFile } from '#lib/exports/documents/name-file';
import { allParts } from '#lib/exports/documents/export-parts';
import { listFormats, type ExportSource } from '#lib/exports/formats';
import { readTranscript, type Transcript } from '#lib/revisions/read-transcript';
import { Refusal } from '#lib/refusal';

/** What goes into the archive of one job. */
type Chosen = Pick<typeof jobs.$inferSelect, 'id' | 'name' | 'createdAt' | 'durationSeconds'>;

/** Which jobs' transcripts go into the archive, and how the pages' side of it looks. */
interface ZipOptions extends Pick<ExportSource, 'toJson'> {
  accountId: string;
  jobIds: string[];
  baseUrl: string;
}

/**
 * A stream of a zip archive with the transcripts of those of the jobs that are the account's and transcribed, newest first, each in
 * every format that archives contain. One is made at a time, as fast as the archive is read. Where two would have one
 * name, the later one is numbered.
 */
export function zipTranscripts(
  db: Db,
  { accountId, jobIds, baseUrl, toJson }: ZipOptions,
): ReadableStream<Uint8Array> {
  let rest: Chosen[] | undefined;
  const taken = new Set<string>();
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
        rest ??= await choose(db, { accountId, jobIds });
        const next = await readNext(db, { accountId, rest });
        if (hasEnded) return;
        if (next === undefined) return archive.end();
        const { job, transcript } = next;
        const name = freeName(job.name, taken);
        const editorUrl = `${baseUrl}/editor/${job.id}`;
        const source = { transcript, job, editorUrl, parts: allParts, look: pageLook(), toJson };
        for (const { archive: mode, extension, render } of listFormats()) {
          if (mode === undefined) continue;
          const content = await render(source);
          if (hasEnded) return;
          const file = `${name}.${extension}`;
          const entry = mode === 'stored' ? new ZipPassThrough(file) : new ZipDeflate(file);
          entry.mtime = job.createdAt;
          archive.add(entry);
          entry.push(typeof content === 'string' ? strToU8(content) : content, true);
        }
      },
      cancel() {
        hasEnded = true;
        archive.terminate();
      },
    },
    { highWaterMark: 1 },
  );
}

async function choose(
  db: Db,
  { accountId, jobIds }: { accountId: string; jobIds: string[] },
): Promise<Chosen[]> {
  return db
    .select({
      id: jobs.id,
      name: jobs.name,
      createdAt: jobs.createdAt,
      durationSeconds: jobs.durationSeconds,
    })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), inArray(jobs.id, jobIds), eq(jobs.status, 'transcribed')))
    .orderBy(desc(jobs.createdAt), desc(jobs.id));
}

/** The first of the rest that is still there, taken from it, with its transcript. */
async function readNext(
  db: Db,
  { accountId, rest }: { accountId: string; rest: Chosen[] },
): Promise<{ job: Chosen; transcript: Transcript } | undefined> {
  for (let job = rest.shift(); job !== undefined; job = rest.shift()) {
    try {
      return { job, transcript: await readTranscript(db, { accountId, jobId: job.id }, 'latest') };
    } catch (error) {
      // Deleted since the archive was begun.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return undefined;
}

/** The job's name as a file system takes it, without an ending; file systems may not tell A from a. */
function freeName(jobName: string, taken: Set<string>): string {
  const base = nameFile(jobName, 'docx').replace(/\.docx$/, '');
  let name = base;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base} (${number})`;
  taken.add(name.toLowerCase());
  return name;
}
