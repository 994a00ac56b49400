import { and, asc, eq, gt } from 'drizzle-orm';
import { makeZip } from 'client-zip';
import { jobs } from '#drizzle/schema/jobs';
import { pendingLinks } from '#drizzle/schema/pending-links';
import { exportLedger } from '#lib/billing/ledger/export-ledger';
import { readAccount } from '#lib/billing/read-account';
import { readDisplayName } from '#lib/accounts/settings/display-name';
import { readVocabulary } from '#lib/accounts/settings/vocabulary';
import { hideOperator, presentEvent } from '#lib/audit/present-event';
import { readAllEvents } from '#lib/audit/list-events';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import { readTags } from '#lib/jobs/tags/tags';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';
import { nameFile } from '#lib/exports/documents/name-file';
import { writeArchived } from '#lib/exports/write-text';
import { findVersion } from '#lib/revisions/transcript-source';
import { toText } from '#lib/transcript/edit';
import { withVersion } from '#lib/revisions/with-version';

/** A file of the archive, read lazily. */
interface Entry {
  name: string;
  lastModified: Date;
  input: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * Streams a zip archive (Zip64 if necessary) of all account data: balance, ledger, security log, and for each job (also
 * in the trash) its facts, its transcript as text and JSON, and the recording, or the playable copy if only that is
 * kept. Respects backpressure.
 */
export function exportAccount(
  db: Db,
  { accountId, storage }: { accountId: string; storage: Storage },
): ReadableStream<Uint8Array> {
  return makeZip(entries(db, { accountId, storage }));
}

async function* entries(
  db: Db,
  { accountId, storage }: { accountId: string; storage: Storage },
): AsyncGenerator<Entry> {
  const now = new Date();
  const { email, balanceCents } = await readAccount(db, { accountId });
  const displayName = await readDisplayName(db, { accountId });
  const vocabulary = await readVocabulary(db, { accountId });
  const links = await db
    .select({ url: pendingLinks.url, options: pendingLinks.options, added_on: pendingLinks.createdAt })
    .from(pendingLinks)
    .where(eq(pendingLinks.accountId, accountId))
    .orderBy(asc(pendingLinks.createdAt));
  const known = { email, display_name: displayName, balance: balanceCents / 100, vocabulary };
  yield { name: 'account.json', lastModified: now, input: json({ ...known, pending_links: links }) };
  yield { name: 'ledger.csv', lastModified: now, input: encode(exportLedger(db, { accountId })) };
  yield { name: 'security-log.jsonl', lastModified: now, input: encode(readEvents(db, { accountId })) };
  for await (const job of allJobs(db, { accountId })) {
    // The ID distinguishes jobs of the same name.
    const folder = `jobs/${nameFile(job.name, 'docx').replace(/\.docx$/, '')} ${job.id}`;
    yield { name: `${folder}/job.json`, lastModified: job.createdAt, input: json(await describe(db, job)) };
    yield* readGivenText(db, job, folder);
    yield* readTranscriptFiles(db, job, folder);
    yield* readRecording(storage, job, folder);
  }
}

/** JSON Lines, one per event. */
async function* readEvents(db: Db, { accountId }: { accountId: string }): AsyncGenerator<string> {
  for await (const event of readAllEvents(db, { accountId })) {
    yield `${JSON.stringify(presentEvent(hideOperator(event)))}\n`;
  }
}

/** Reads jobs one by one in ID order, so that none is skipped or repeated while others are added or deleted. */
async function* allJobs(db: Db, { accountId }: { accountId: string }): AsyncGenerator<Job> {
  for (let after = ''; ;) {
    const [job] = await db
      .select()
      .from(jobs)
      .where(and(eq(jobs.accountId, accountId), gt(jobs.id, after)))
      .orderBy(asc(jobs.id))
      .limit(1);
    if (job === undefined) return;
    yield job;
    after = job.id;
  }
}

async function describe(db: Db, job: Job) {
  const tags = await readTags(db, [job.id]);
  return {
    id: job.id,
    name: job.name,
    submitted_through: job.origin,
    status: job.status,
    metadata: job.metadata,
    media_url: job.mediaUrl,
    callback_url: job.callbackUrl,
    duration_seconds: job.durationSeconds,
    recognition_options: job.recognitionOptions,
    text_options: job.textOptions,
    delete_after_seconds: job.deleteAfterSeconds,
    dialect: job.dialect?.name ?? null,
    recognition: job.recognition,
    task: job.task,
    recognizes: job.recognizes,
    passage: job.passage,
    price: job.priceCents / 100,
    failure: job.failure,
    failure_detail: job.failureDetail,
    created_on: job.createdAt,
    ended_on: job.endedAt,
    canceled_on: job.canceledAt,
    original_removed_on: job.mediaRemovedAt,
    tags: tags.get(job.id) ?? [],
    archived_on: job.archivedAt,
    trashed_on: job.trashedAt,
  };
}

/** The text that was submitted with a recording, for a job without a transcript. */
async function* readGivenText(db: Db, { id: jobId, createdAt }: Job, folder: string): AsyncGenerator<Entry> {
  const given = await readGivenTranscript(db, { jobId });
  if (given === undefined) return;
  const paragraphs = given.map(({ speaker, content }) =>
    [...(speaker === undefined ? [] : [speaker]), toText(content)].join(': '),
  );
  const input = `${paragraphs.join('\n\n')}\n`;
  yield { name: `${folder}/submitted-transcript.txt`, lastModified: createdAt, input };
}

async function* readTranscriptFiles(db: Db, job: Job, folder: string): AsyncGenerator<Entry> {
  if (job.status !== 'transcribed') return;
  const which = { accountId: job.accountId, jobId: job.id, within: 'everything' } as const;
  try {
    const version = await findVersion(db, which, 'latest');
    const lastModified = job.endedAt ?? job.createdAt;
    for (const extension of ['txt', 'json']) {
      const input = { isText: extension === 'txt' };
      const work = { name: 'write-archived', here: writeArchived, input } as const;
      yield {
        name: `${folder}/transcript.${extension}`,
        lastModified,
        input: await withVersion(db, version, work, { accountId: job.accountId }),
      };
    }
  } catch (error) {
    // The job was deleted meanwhile.
    if (!(error instanceof Refusal) || error.reason.kind === 'service-unavailable') throw error;
  }
}

async function* readRecording(storage: Storage, job: Job, folder: string): AsyncGenerator<Entry> {
  const key = job.mediaKey ?? job.renditionKey;
  if (key === null) return;
  const size = await storage.getSize(key);
  if (size === undefined) return;
  const name = job.mediaKey === null ? nameCopy(job) : `recording${findEnding(job)}`;
  yield {
    name: `${folder}/${name}`,
    lastModified: job.createdAt,
    input: storage.read(key, { start: 0, end: size - 1 }),
  };
}

/** Returns the extension of the recording's file, by its name, or else its URL; empty if neither has one. */
function findEnding({ name, mediaUrl }: Job): string {
  const address = mediaUrl === null ? '' : new URL(mediaUrl).pathname;
  const found = [name, address].map((text) => /\.(?=\d*[a-z])[a-z0-9]{2,4}$/i.exec(text)?.[0]);
  return found.find((ending) => ending !== undefined) ?? '';
}

/** A name that distinguishes the copy from the original. */
function nameCopy({ renditionType }: Job): string {
  return `playable-copy.${renditionType === 'video/mp4' ? 'mp4' : 'm4a'}`;
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
