import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { listFiles } from '#e2e/support/list-files';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob, type MadeJob } from '#e2e/support/make-job';
import { readCents } from '#e2e/support/read-rows';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { refused } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import type { Job } from '#lib/jobs/job';
import {
  maxRecognitions,
  maxRecognizedWords,
  recognizeAgain,
  type AgainOptions,
} from '#lib/jobs/submit/recognize-again';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { Refusal } from '#lib/refusal';
import { diskStorage } from '#lib/storage/disk-storage';

const folder = await makeTestFolder();
const storage = diskStorage(path.join(folder, 'media'));
const settings = { storage, priceCentsPerMinute: 25, maxUploadBytes: 1000 };

async function store(): Promise<string> {
  const file = path.join(folder, 'recording');
  await writeFile(file, 'sound');
  return (await storage.adopt(file)).key;
}

/** A transcribed job of a minute, of an account with $1. */
async function makeTranscribed(db: Db, values: MadeJob = {}): Promise<Job> {
  const accountId = await makeAccount(db, { balanceCents: 1_00 });
  const mediaKey = values.mediaKey === undefined ? await store() : values.mediaKey;
  return makeJob(db, accountId, { words: 'one two three', ...values, mediaKey, durationSeconds: 60 });
}

const again = (
  db: Db,
  { accountId, id }: Pick<Job, 'accountId' | 'id'>,
  recognition?: RecognitionOptions,
  key?: string,
): Promise<Job> => recognizeAgain(db, { accountId, jobId: id, recognition, key }, settings);

/** Recognizes a part again. */
const againInPart = (db: Db, { accountId, id }: Job, part: AgainOptions): Promise<Job> =>
  recognizeAgain(db, { accountId, jobId: id, ...part }, settings);

test('the run is a job of its own with its price, and has the first one’s options but for the engine', () =>
  withTestTransaction(async (db) => {
    const job = await makeTranscribed(db, {
      name: 'Interview',
      callbackUrl: 'https://a.example/done',
      recognitionOptions: { engine: 'pocketsphinx', speakers: 'off', language: 'en' },
      textOptions: { filterProfanity: true },
    });
    const run = await again(db, job, { language: 'en-GB' });
    const { status, recognizes, name, callbackUrl, priceCents, recognitionOptions, textOptions } = run;
    assert.deepEqual(
      { status, recognizes, name, callbackUrl, priceCents, recognitionOptions, textOptions },
      {
        ...{
          status: 'in_progress',
          recognizes: job.id,
          name: 'Interview',
          callbackUrl: null,
          priceCents: 25,
        },
        recognitionOptions: { speakers: 'off', language: 'en-GB' },
        textOptions: { filterProfanity: true },
      },
    );
    assert.notEqual(run.mediaKey, job.mediaKey);
    assert.equal(await readCents(db, job.accountId), 75);
  }));

test('asked again for the same, or with the same key, it is the same run, without a copy and without a charge', () =>
  withTestTransaction(async (db) => {
    const job = await makeTranscribed(db);
    const run = await again(db, job);
    const files = await listFiles(folder);
    assert.equal((await again(db, job)).id, run.id);
    assert.equal((await again(db, run)).id, run.id);
    assert.deepEqual(await listFiles(folder), files);
    const keyed = await again(db, job, undefined, 'key');
    assert.notEqual(keyed.id, run.id);
    assert.equal((await again(db, job, undefined, 'key')).id, keyed.id);
    await refused('idempotency-key-reuse', () => again(db, job, { speakers: 2 }, 'key'));
    assert.equal(await readCents(db, job.accountId), 50);
    await cancelJob(db, { accountId: job.accountId, jobId: run.id });
    assert.notEqual((await again(db, job)).id, run.id);
  }));

test('what can’t be recognized again is refused before anything is copied or held', () =>
  withTestTransaction(async (db) => {
    const job = await makeTranscribed(db);
    const files = await listFiles(folder);
    const other = await makeAccount(db, { balanceCents: 1_00 });
    await refused('job-not-found', () => again(db, { ...job, accountId: other }));
    await refused('invalid-parameters', () => again(db, job, { engine: 'nothing' }));
    await refused('invalid-job-state', async () => again(db, await makeJob(db, other)));
    const gone = await makeTranscribed(db, { mediaKey: null, mediaRemovedAt: new Date() });
    await refused('invalid-parameters', () => again(db, gone));
    await db.update(jobs).set({ durationSeconds: 300 }).where(eq(jobs.id, job.id));
    await refused('out-of-credit', () => again(db, job));
    assert.deepEqual(await listFiles(folder), files);
    assert.equal(await readCents(db, job.accountId), 1_00);
  }));

test('where the original is gone, what the editor plays is recognized, else what its address gives', () =>
  withTestTransaction(async (db) => {
    const played = await makeTranscribed(db, {
      ...{ mediaKey: null, mediaRemovedAt: new Date(), mediaUrl: 'https://a.example/a.mp3' },
      ...{ renditionKey: await store(), peaksKey: await store(), renditionType: 'audio/mp4' as const },
    });
    const { mediaKey, mediaUrl } = await again(db, played);
    assert.equal(mediaUrl, null);
    assert.ok(mediaKey !== null && mediaKey !== played.renditionKey);
    const fetched = await makeTranscribed(db, { mediaKey: null, mediaUrl: 'https://a.example/a.mp3' });
    assert.equal((await again(db, fetched)).mediaUrl, 'https://a.example/a.mp3');
  }));

test('a passage has its own length and price, and is another request than the whole', () =>
  withTestTransaction(async (db) => {
    const job = await makeTranscribed(db, { recognitionOptions: { speakers: 'off', language: 'en' } });
    await db.update(jobs).set({ durationSeconds: 300 }).where(eq(jobs.id, job.id));
    const passage = { startMs: 80_000, endMs: 145_250 };
    const asked = { passage, recognition: { language: 'en-GB' } };
    const run = await againInPart(db, job, asked);
    const { task, durationSeconds, priceCents, recognitionOptions } = run;
    assert.deepEqual(
      { task, passage: run.passage, durationSeconds, priceCents, recognitionOptions },
      {
        ...{ task: 'recognize', passage, durationSeconds: 65.25, priceCents: 50 },
        recognitionOptions: { speakers: 'off', language: 'en-GB' },
      },
    );
    assert.equal(await readCents(db, job.accountId), 50);
    assert.equal((await againInPart(db, job, asked)).id, run.id);
    const short = { ...asked, passage: { startMs: 80_000, endMs: 81_000 } };
    const other = await recognizeAgain(
      db,
      { accountId: job.accountId, jobId: job.id, ...short, key: 'key' },
      settings,
    );
    assert.deepEqual([other.id === run.id, other.priceCents], [false, 25]);
    await refused('idempotency-key-reuse', () => again(db, job, asked.recognition, 'key'));
  }));

test('what is no part of the recording is refused, and so are speakers where the server can’t tell them apart', () =>
  withTestTransaction(async (db) => {
    const job = await makeTranscribed(db);
    const refusePart = async (part: AgainOptions, parameter: string) => {
      const isNamed = (error: unknown) => {
        const { reason } = error as Refusal;
        return reason.kind === 'invalid-parameters' && Object.keys(reason.parameters).join() === parameter;
      };
      await assert.rejects(againInPart(db, job, part), isNamed, JSON.stringify(part));
    };
    const span = (startMs: number, endMs: number) => ({ passage: { startMs, endMs } });
    for (const [startMs, endMs] of [
      ...[
        [2000, 1000],
        [1000, 1000],
        [1000, 1499],
        [60_000, 60_900],
        [59_000, 62_000],
      ],
    ] as Array<[number, number]>) {
      await refusePart(span(startMs, endMs), 'options.passage');
    }
    await refusePart({ task: 'speakers' }, 'options.speakers');
    await refusePart({ task: 'speakers', recognition: { speakers: 'off' } }, 'options.speakers');
    await refusePart({ task: 'speakers', ...span(1000, 5000) }, 'options.passage');
    assert.equal(await readCents(db, job.accountId), 1_00);
    assert.equal((await againInPart(db, job, span(59_500, 60_400))).priceCents, 25);
  }));

test('a transcript can be recognized so often, and more often as long as all its words are not too many', () =>
  withTestTransaction(async (db) => {
    const job = await makeTranscribed(db);
    const of = { recognizes: job.id, status: 'transcribed' as const };
    for (let i = 0; i < maxRecognitions; i++) await makeJob(db, job.accountId, of);
    await again(db, job);
    const word = { text: 'word', startMs: 0, endMs: 1 };
    const words = Array.from({ length: maxRecognizedWords - 20_000 }, () => word);
    await db.update(machineTranscripts).set({ words }).where(eq(machineTranscripts.jobId, job.id));
    await refused('invalid-parameters', () => again(db, job, { speakers: 'off' }));
    await db.delete(jobs).where(and(eq(jobs.recognizes, job.id), eq(jobs.status, 'in_progress')));
    await db
      .update(jobs)
      .set({ status: 'failed', failure: 'unspecified' })
      .where(eq(jobs.recognizes, job.id));
    assert.equal((await again(db, job, { speakers: 'off' })).status, 'in_progress');
  }));
