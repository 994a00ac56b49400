import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { asc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import { listFiles } from '#e2e/support/list-files';
import { listPayloads } from '#e2e/support/read-rows';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { insertJob } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Tx } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { probeMedia } from '#lib/media/probe-media';
import { requestRendition } from '#lib/renditions/renditions';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';
import { encodePicturePart } from '#lib/worker/encode-picture-part';
import { joinPictureParts } from '#lib/worker/join-picture-parts';
import { renderMedia } from '#lib/worker/render-media';

/* A film that can't be copied: the worker's tasks from its sound to its picture. */

const never = new AbortController().signal;

await useOwnDatabase();
/** A picture of this length has three parts. */
const soundSeconds = 760;

interface TestContext {
  db: Tx;
  storage: Storage;
  scratchDir: string;
  job: { accountId: string; jobId: string };
  read(): Promise<typeof jobs.$inferSelect | undefined>;
  parts(): Promise<Array<typeof pictureParts.$inferSelect>>;
  stored(): Promise<string[]>;
}

/** A film whose picture ends after two seconds. Its sound is copied: encoding twelve minutes of it would take most of each test. */
let film = '';
const folderOfFilm = await makeTestFolder();
before(async () => {
  film = path.join(folderOfFilm, 'film.mov');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=2'];
  const silence = ['-f', 'lavfi', '-i', `anullsrc=r=32000:cl=mono:d=${soundSeconds}`];
  await ffmpeg(...silence, ...picture, '-c:a', 'aac', '-c:v', 'mpeg4', film);
});

/** A job with the film: the later of its parts have no picture. */
function withFilm(body: (context: TestContext) => Promise<void>): Promise<void> {
  return withTestTransaction(async (db) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'longhand-picture-'));
    const storage = diskStorage(path.join(folder, 'media'));
    const scratchDir = path.join(folder, 'scratch');
    await mkdir(scratchDir);
    try {
      const file = path.join(folder, 'film.mov');
      await copyFile(film, file);
      const { key: mediaKey } = await storage.adopt(file);
      const job = await insertJob(db, { mediaKey, durationSeconds: soundSeconds });
      const { jobId } = job;
      await requestRendition(db, { jobId, priority: 0 });
      await body({
        ...{ db, storage, scratchDir, job },
        read: async () => (await db.select().from(jobs).where(eq(jobs.id, jobId)))[0],
        parts: () =>
          db
            .select()
            .from(pictureParts)
            .where(eq(pictureParts.jobId, jobId))
            .orderBy(asc(pictureParts.startSeconds)),
        stored: () => listFiles(path.join(folder, 'media')),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

test('the sound is stored before the picture is begun; with the picture, the parts and all scratch go', () =>
  withFilm(async (context) => {
    const { storage, job } = context;
    const { jobId } = job;
    await renderMedia(context, jobId, never);
    const heard = await context.read();
    assert.deepEqual([heard?.renditionType, heard?.pictureKey], ['audio/mp4', null]);
    const tasks = await listPayloads(context.db, 'encode-picture');
    assert.equal(tasks.length, 3);
    for (const task of tasks.toReversed()) await encodePicturePart(context, task, never);
    assert.deepEqual(
      (await context.parts()).map(({ frames, partKey }) => [frames, partKey === null]),
      [
        [20, false],
        [0, true],
        [0, true],
      ],
    );
    assert.deepEqual(await listPayloads(context.db, 'join-picture'), [{ jobId }]);
    await joinPictureParts(context, jobId, never);
    const seen = await context.read();
    assert.ok(seen?.pictureKey);
    assert.equal(seen.renditionKey, heard?.renditionKey, 'who plays the sound plays on');
    const { durationSeconds } = await storage.withLocalFile(seen.pictureKey, (file) => probeMedia(file, {}));
    assert.ok(Math.abs(durationSeconds - soundSeconds) < 0.2, `${durationSeconds} s`);
    assert.deepEqual(await readdir(context.scratchDir), []);
    assert.deepEqual(await context.parts(), []);
  }));

test('work that is repeated makes neither the sound nor a part again', () =>
  withFilm(async (context) => {
    const { jobId } = context.job;
    await renderMedia(context, jobId, never);
    const [task] = await listPayloads(context.db, 'encode-picture');
    assert.ok(task);
    await encodePicturePart(context, task, never);
    const [before, stored] = [await context.read(), await context.stored()];
    await renderMedia(context, jobId, never);
    await encodePicturePart(context, task, never);
    await joinPictureParts(context, jobId, never);
    assert.deepEqual(await context.read(), before);
    assert.deepEqual(await context.stored(), stored);
  }));

test('a part that a restart cuts off is left for the next worker, and does not count', () =>
  withFilm(async (context) => {
    await renderMedia(context, context.job.jobId, never);
    const [task] = await listPayloads(context.db, 'encode-picture');
    assert.ok(task);
    const leaving = new AbortController();
    leaving.abort();
    await assert.rejects(encodePicturePart(context, task, leaving.signal));
    assert.deepEqual(
      (await context.parts()).map(({ starts, frames }) => [starts, frames]),
      [
        [0, null],
        [0, null],
        [0, null],
      ],
    );
    assert.deepEqual(await readdir(context.scratchDir), []);
  }));

test('a job deleted while a part is encoded leaves nothing of it behind', () =>
  withFilm(async (context) => {
    const { db, job } = context;
    await renderMedia(context, job.jobId, never);
    const [task] = await listPayloads(db, 'encode-picture');
    assert.ok(task);
    const before = await context.stored();
    const storage: Storage = {
      ...context.storage,
      adopt: async (file) => {
        await deleteJob(db, job);
        return context.storage.adopt(file);
      },
    };
    await encodePicturePart({ ...context, storage }, task, never);
    assert.deepEqual(await context.stored(), before, 'the rest is removed by tasks of its own');
    assert.deepEqual(await readdir(context.scratchDir), []);
  }));

test('parts that don’t fit together are encoded anew as one', () =>
  withFilm(async (context) => {
    const { db, storage, job } = context;
    const { jobId } = job;
    await renderMedia(context, jobId, never);
    const tasks = await listPayloads(db, 'encode-picture');
    for (const task of tasks) await encodePicturePart(context, task, never);
    const other = path.join(context.scratchDir, 'other.mp4');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=80x60:rate=10:duration=1', '-pix_fmt', 'yuv420p', other);
    const { key: partKey } = await storage.adopt(other);
    const [, , last] = await context.parts();
    await db
      .update(pictureParts)
      .set({ frames: 10, partKey })
      .where(eq(pictureParts.id, last?.id ?? ''));
    await joinPictureParts(context, jobId, never);
    assert.deepEqual(
      (await context.parts()).map(({ startSeconds, endSeconds, frames }) => [
        startSeconds,
        endSeconds,
        frames,
      ]),
      [[0, null, null]],
    );
    const whole = (await listPayloads(db, 'encode-picture')).at(-1);
    assert.ok(whole);
    await encodePicturePart(context, whole, never);
    await joinPictureParts(context, jobId, never);
    assert.ok((await context.read())?.pictureKey);
  }));
