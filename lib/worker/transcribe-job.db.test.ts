import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { memoryStorage } from '#e2e/support/memory-storage';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { insertJob } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { database } from '#lib/db/database';
import { transcribeJob, type WorkerContext } from '#lib/worker/transcribe-job';

/* Jobs whose work throws; successful ones are tested through the service. */

await useOwnDatabase();
const scratchDir = await makeTestFolder();

/** Begins work on a new job whose media fails to be read with these errors, one after the other. */
async function failWith(errors: Error[], signal = new AbortController().signal) {
  const { db } = database();
  const { jobId } = await insertJob(db, { status: 'in_progress', endedAt: null });
  const left = [...errors];
  const context: WorkerContext = {
    ...{ db, scratchDir },
    storage: {
      ...memoryStorage(),
      withLocalFile: () => Promise.reject(left.shift() ?? new Error('one more')),
    },
    recognition: {
      chooseTracks: () => assert.fail('nothing was read'),
      prepare: () => assert.fail('nothing was decoded'),
      separateSpeakers: () => assert.fail('nothing was decoded'),
      close: async () => {},
    },
  };
  const thrown: unknown[] = [];
  for (const _ of errors) {
    await transcribeJob(context, jobId, signal).catch((error) => thrown.push(error));
  }
  const [job] = await db.select().from(jobs).where(eq(jobs.id, jobId));
  return { job, thrown };
}

const withCode = (code: string) => Object.assign(new Error(code), { code });

test('an outage is waited for, as long as it takes, and costs a job none of its starts', async () => {
  const outages = ['ENOSPC', 'ENOSPC', 'STORAGE_UNAVAILABLE', 'STORAGE_UNAVAILABLE', '53100'].map(withCode);
  const { job, thrown } = await failWith(outages);
  assert.deepEqual(thrown, outages, 'the queue tries again');
  assert.equal(job?.status, 'in_progress');
  assert.equal(job.startsWithoutProgress, 0);
});

/** Makes the database reject every other statement that reverts a start, as while it starts, until `body` ends. */
async function whileStarting(body: () => Promise<void>): Promise<void> {
  const { sql } = database();
  // A sequence keeps its value when the statement is undone.
  await sql.unsafe(`
    create sequence refused_for_test;
    create function refuse_for_test() returns trigger language plpgsql as $$ begin
      if nextval('refused_for_test') % 2 = 1 then
        raise exception 'the database system is starting up' using errcode = '57P03';
      end if;
      return new;
    end $$;
    create trigger refuse_for_test before update on jobs for each row
      when (new.starts_without_progress < old.starts_without_progress) execute function refuse_for_test()`);
  try {
    await body();
  } finally {
    await sql.unsafe('drop function refuse_for_test cascade; drop sequence refused_for_test');
  }
}

for (const isLeaving of [false, true]) {
  const seen = isLeaving ? 'the worker leaves because of it' : 'the work meets it';
  test(`a start that the database cut off does not count, however late it can be taken back: ${seen}`, () =>
    whileStarting(async () => {
      const outages = ['57P02', '57P02', '57P02', '57P02'].map(withCode);
      const signal = isLeaving ? AbortSignal.abort() : new AbortController().signal;
      const { job, thrown } = await failWith(outages, signal);
      assert.deepEqual(thrown, outages, 'the queue tries again');
      assert.equal(job?.status, 'in_progress');
      assert.equal(job.startsWithoutProgress, 0);
    }));
}

test('a defect is tried again twice, and then fails the job', async () => {
  const defects = [1, 2, 3].map((n) => new Error(`defect ${n}`));
  const { job, thrown } = await failWith(defects);
  assert.deepEqual(thrown, defects.slice(0, 2));
  assert.equal(job?.status, 'failed');
  assert.equal(job.failure, 'unspecified');
});
