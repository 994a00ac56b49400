import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { findJobs, type JobsQuery } from '#lib/search/find-jobs';

async function findNames(db: Db, accountId: string, query: Partial<JobsQuery>): Promise<string[]> {
  const { jobs } = await findJobs(db, { accountId, limit: 100, sort: 'name', ...query });
  return jobs.map(({ job }) => job.name);
}

test('a search finds part of a name or of the metadata, in any case, and characters of patterns as they are', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { name: 'Talk 077.wav' });
    await makeJob(db, accountId, { name: '100%_sure\\.wav' });
    await makeJob(db, accountId, { name: 'other.wav', metadata: 'Order <7>' });
    assert.deepEqual(await findNames(db, accountId, { search: ' LK 077 ' }), ['Talk 077.wav']);
    assert.deepEqual(await findNames(db, accountId, { search: 'order <' }), ['other.wav']);
    for (const search of ['0%', '%_s', 'E\\']) {
      assert.deepEqual(await findNames(db, accountId, { search }), ['100%_sure\\.wav'], search);
    }
    assert.deepEqual(await findNames(db, accountId, { search: '1_0' }), []);
    assert.equal((await findNames(db, accountId, { search: '\0 ' })).length, 3);
  }));

test('a search finds words that were said, with the first passage that holds them and when it begins', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { name: 'a.wav', words: 'there was a young man who was young' });
    await makeJob(db, accountId, { name: 'b.wav', words: 'nobody was there' });
    const find = (search: string) => findJobs(db, { accountId, limit: 10, sort: 'name', search });
    const { jobs } = await find('was YOUN');
    assert.deepEqual(
      jobs.map(({ job, passage }) => [job.name, passage]),
      [['a.wav', { before: 'there ', match: 'was', after: ' a young man who was young', startMs: 500 }]],
    );
    assert.deepEqual((await find('young nobody')).jobs, []);
    assert.equal((await find('there')).jobs.length, 2);
    const [named] = (await find('a.wav')).jobs;
    assert.equal(named?.passage, undefined);
  }));

test('any text is a search', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { words: 'one two' });
    for (const search of ["'", '\\', '!(a & b)', ':*', '<->', '🎤', '"', '%', '\u0002']) {
      assert.deepEqual(await findNames(db, accountId, { search }), [], search);
    }
  }));

test('only the account’s own live jobs are found', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    await makeJob(db, mine, { name: 'mine.wav', words: 'said here' });
    await makeJob(db, mine, { name: 'sandbox.wav', mode: 'test', words: 'said here' });
    await makeJob(db, theirs, { name: 'theirs.wav', words: 'said here' });
    assert.deepEqual(await findNames(db, mine, {}), ['mine.wav']);
    assert.deepEqual(await findNames(db, mine, { search: 'said' }), ['mine.wav']);
  }));

test('jobs are filtered by state, and sorted by time, name or length', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    await makeJob(db, accountId, { name: 'b', createdAt: at(1), durationSeconds: 5 });
    await makeJob(db, accountId, { name: 'A', createdAt: at(2), durationSeconds: 7, status: 'failed' });
    await makeJob(db, accountId, { name: 'c', createdAt: at(3), words: 'x' });
    assert.deepEqual(await findNames(db, accountId, { sort: 'newest' }), ['c', 'A', 'b']);
    assert.deepEqual(await findNames(db, accountId, { sort: 'name' }), ['A', 'b', 'c']);
    assert.deepEqual(await findNames(db, accountId, { sort: 'longest' }), ['A', 'b', 'c']);
    assert.deepEqual(await findNames(db, accountId, { sort: 'oldest' }), ['b', 'A', 'c']);
    assert.deepEqual(await findNames(db, accountId, { sort: 'name_desc' }), ['c', 'b', 'A']);
    assert.deepEqual(await findNames(db, accountId, { sort: 'shortest' }), ['c', 'b', 'A']);
    assert.deepEqual(await findNames(db, accountId, { status: 'failed' }), ['A']);
    assert.deepEqual(await findNames(db, accountId, { status: 'in_progress' }), ['b']);
    assert.deepEqual(await findNames(db, accountId, { status: 'transcribed', search: 'c' }), ['c']);
  }));

test('jobs of one state are together, the newest of them first', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    await makeJob(db, accountId, { name: 'done early', createdAt: at(1), words: 'x' });
    await makeJob(db, accountId, { name: 'busy early', createdAt: at(2) });
    await makeJob(db, accountId, { name: 'failed', createdAt: at(3), status: 'failed' });
    await makeJob(db, accountId, { name: 'busy late', createdAt: at(4) });
    await makeJob(db, accountId, { name: 'done late', createdAt: at(5), words: 'x' });
    const busy = ['busy late', 'busy early'];
    const done = ['done late', 'done early'];
    assert.deepEqual(await findNames(db, accountId, { sort: 'status' }), [...busy, ...done, 'failed']);
    assert.deepEqual(await findNames(db, accountId, { sort: 'status_desc' }), ['failed', ...done, ...busy]);
  }));

test('jobs are sorted by their last edit, and those never edited come behind, the newest first', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    await makeJob(db, accountId, { name: 'edited late', createdAt: at(1), lastModifiedAt: at(9) });
    await makeJob(db, accountId, { name: 'untouched early', createdAt: at(2) });
    await makeJob(db, accountId, { name: 'edited early', createdAt: at(3), lastModifiedAt: at(8) });
    await makeJob(db, accountId, { name: 'untouched late', createdAt: at(4) });
    const untouched = ['untouched late', 'untouched early'];
    assert.deepEqual(await findNames(db, accountId, { sort: 'edited' }), [
      'edited late',
      'edited early',
      ...untouched,
    ]);
    assert.deepEqual(await findNames(db, accountId, { sort: 'edited_asc' }), [
      'edited early',
      'edited late',
      ...untouched,
    ]);
  }));

/** The cursor before all jobs of the test in each order. */
const firstOnes = {
  newest: { name: '' },
  oldest: { name: '', createdAt: new Date(0) },
  name: { name: '' },
  name_desc: { name: '~' },
  longest: { name: '', durationSeconds: 1e6 },
  shortest: { name: '', durationSeconds: 0 },
  status: { name: '' },
  status_desc: { name: '', status: 'failed' },
  edited: { name: '', lastModifiedAt: new Date() },
  edited_asc: { name: '', lastModifiedAt: new Date(0) },
} as const;

for (const sort of Object.keys(firstOnes) as Array<keyof typeof firstOnes>) {
  test(`pages in the order “${sort}” skip and repeat no job while others come and go`, () =>
    withTestTransaction(async (db) => {
      const accountId = await makeAccount(db, { balanceCents: 100_00 });
      // Ten share each moment, name and length: their ids order them.
      await db.execute(sql`
        insert into jobs (id, account_id, status, failure, name, media_url, price_cents, created_at, duration_seconds)
        select 'Job' || md5(n::text), ${accountId}, 'failed', 'unspecified', 'Talk ' || n / 10, 'http://x.example/',
          0, now() - interval '1 day' - (n / 10) * interval '1 microsecond', n / 10 + 0.1
        from generate_series(1, 100) as n`);
      const all = await findJobs(db, { accountId, limit: 1000, sort });
      assert.deepEqual([all.jobs.length, all.next], [100, undefined]);
      const seen: string[] = [];
      for (let after: string | undefined; ;) {
        const { jobs, next } = await findJobs(db, { accountId, limit: 7, sort, after });
        seen.push(...jobs.map(({ job }) => job.id));
        if (next === undefined) break;
        await deleteJob(db, { accountId, jobId: seen.at(-1) ?? '' });
        // These come before all that were seen.
        await makeJob(db, accountId, firstOnes[sort]);
        after = next;
      }
      assert.deepEqual(
        seen,
        all.jobs.map(({ job }) => job.id),
      );
    }));
}

test('a cursor that is none of ours counts as none', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { name: 'a' });
    const makeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const faulty = [
      '',
      'x',
      makeCursor(null),
      makeCursor(['x', 'id']),
      makeCursor(['\0', 'id']),
      makeCursor(['1', "'"]),
    ];
    for (const after of faulty) {
      for (const sort of ['newest', 'name', 'longest'] as const) {
        if (sort === 'name' && after === makeCursor(['x', 'id'])) continue;
        const { jobs } = await findJobs(db, { accountId, limit: 10, sort, after });
        assert.equal(jobs.length, 1, `${sort} ${after}`);
      }
    }
  }));

test('what recognizes another job again is found until it is transcribed', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: recognizes } = await makeJob(db, accountId, { name: 'a.wav', words: 'said' });
    await makeJob(db, accountId, { name: 'busy.wav', recognizes });
    await makeJob(db, accountId, { name: 'done.wav', words: 'heard', recognizes });
    await makeJob(db, accountId, { name: 'failed.wav', status: 'failed', recognizes });
    assert.deepEqual(await findNames(db, accountId, {}), ['a.wav', 'busy.wav', 'failed.wav']);
    assert.deepEqual(await findNames(db, accountId, { search: 'heard' }), []);
    assert.deepEqual(await findNames(db, accountId, { search: 'done' }), []);
  }));
