import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { listFiles } from '#e2e/support/list-files';
import { insertJob } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { writeSilence } from '#e2e/support/write-silence';
import type { Tx } from '#lib/db/connect';
import { requestRendition, beginRendition } from '#lib/renditions/renditions';
import { deleteJob } from '#lib/jobs/delete-job';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';
import { renderMedia } from '#lib/worker/render-media';

interface TestContext {
  db: Tx;
  storage: Storage;
  scratchDir: string;
  /** A job whose rendition has been asked for, and what names its recording: half a second of silence unless it is given. */
  asked(recording?: Buffer): Promise<{ accountId: string; jobId: string; mediaKey: string }>;
  /** What the job has now. */
  read(jobId: string): Promise<typeof jobs.$inferSelect | undefined>;
  /** The names of all files in storage. */
  stored(): Promise<string[]>;
  scratch(): Promise<string[]>;
}

const never = new AbortController().signal;

await useOwnDatabase();

function withContext(body: (context: TestContext) => Promise<void>): Promise<void> {
  return withTestTransaction(async (db) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'longhand-render-'));
    const storage = diskStorage(path.join(folder, 'media'));
    const scratchDir = path.join(folder, 'scratch');
    await mkdir(scratchDir);
    const sound = async () => {
      const file = path.join(folder, 'sound.wav');
      await writeSilence(file, 0.5);
      return storage.adopt(file);
    };
    try {
      await body({
        db,
        storage,
        scratchDir,
        asked: async (recording) => {
          const { key: mediaKey } = await (recording === undefined
            ? sound()
            : storage.save(Readable.from([recording]), { maxBytes: recording.length }));
          const job = await insertJob(db, { mediaKey });
          await requestRendition(db, { ...job, priority: 0 });
          return { ...job, mediaKey };
        },
        read: async (jobId) => (await db.select().from(jobs).where(eq(jobs.id, jobId)))[0],
        stored: () => listFiles(path.join(folder, 'media')),
        scratch: () => readdir(scratchDir),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

test('a rendition and a waveform are made and stored once, and nothing else stays', () =>
  withContext(async (context) => {
    const { jobId, mediaKey } = await context.asked();
    // What the transcription leaves there.
    await mkdir(path.join(context.scratchDir, jobId));
    await writeFile(path.join(context.scratchDir, jobId, 'left'), '');
    await renderMedia(context, jobId, never);
    const job = await context.read(jobId);
    assert.equal(job?.renditionType, 'audio/mp4');
    const stored = new Set([mediaKey, job.renditionKey, job.peaksKey]);
    assert.deepEqual(new Set(await context.stored()), stored);
    assert.deepEqual(await context.scratch(), []);
    await renderMedia(context, jobId, never);
    assert.deepEqual(await context.read(jobId), job);
    assert.deepEqual(new Set(await context.stored()), stored);
  }));

test('a job deleted while its rendition is made leaves nothing of it behind', () =>
  withContext(async (context) => {
    const job = await context.asked();
    const storage: Storage = {
      ...context.storage,
      // Everything is made, and nothing is the job's yet.
      adopt: async (file) => {
        await deleteJob(context.db, job);
        storage.adopt = (file) => context.storage.adopt(file);
        return context.storage.adopt(file);
      },
    };
    await renderMedia({ ...context, storage }, job.jobId, never);
    assert.deepEqual(await context.stored(), [job.mediaKey], 'the recording is removed by a task of its own');
    assert.deepEqual(await context.scratch(), []);
  }));

test('a recording that cannot be rendered is given up at once', () =>
  withContext(async (context) => {
    const { jobId, mediaKey } = await context.asked(Buffer.from('no sound at all'.repeat(100)));
    await renderMedia(context, jobId, never);
    const job = await context.read(jobId);
    assert.ok(job?.renditionFailure);
    assert.equal(job.renditionKey, null);
    assert.equal(job.status, 'transcribed');
    assert.deepEqual(await context.stored(), [mediaKey]);
    assert.deepEqual(await context.scratch(), []);
  }));

test('work that stopped three times without a trace is given up', () =>
  withContext(async (context) => {
    const { jobId } = await context.asked();
    await context.db.update(jobs).set({ renditionStarts: 3 }).where(eq(jobs.id, jobId));
    await renderMedia(context, jobId, never);
    assert.match((await context.read(jobId))?.renditionFailure ?? '', /three times/);
  }));

test('a defect is tried again, and given up at the third time', () =>
  withContext(async (context) => {
    const { jobId } = await context.asked();
    const withLocalFile = (): Promise<never> => Promise.reject(new Error('the disk is away'));
    const storage: Storage = { ...context.storage, withLocalFile };
    const render = () => renderMedia({ ...context, storage }, jobId, never);
    for (const starts of [1, 2]) {
      await assert.rejects(render, /the disk is away/);
      assert.equal((await context.read(jobId))?.renditionStarts, starts);
    }
    await render();
    assert.match((await context.read(jobId))?.renditionFailure ?? '', /the disk is away/);
  }));

test('a full disk is waited for, as long as it takes', () =>
  withContext(async (context) => {
    const { jobId } = await context.asked();
    const adopt = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }));
    const storage: Storage = { ...context.storage, adopt };
    for (let n = 0; n < 4; n += 1) {
      await assert.rejects(renderMedia({ ...context, storage }, jobId, never), /the disk is full/);
      assert.equal((await context.read(jobId))?.renditionStarts, 0);
    }
    await renderMedia(context, jobId, never);
    assert.ok((await context.read(jobId))?.renditionKey);
  }));

test('work that a restart cuts off is left for the next worker, and does not count', () =>
  withContext(async (context) => {
    const { jobId, mediaKey } = await context.asked();
    const leaving = new AbortController();
    leaving.abort();
    await assert.rejects(renderMedia(context, jobId, leaving.signal));
    const job = await context.read(jobId);
    assert.deepEqual([job?.renditionStarts, job?.renditionFailure], [0, null]);
    assert.deepEqual(await context.stored(), [mediaKey]);
    assert.ok(await beginRendition(context.db, { jobId }));
  }));
