import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { archiveJobs } from '#lib/jobs/archive-jobs';
import { readJobs } from '#lib/jobs/read/read-jobs';
import { restoreJobs, trashJobs } from '#lib/jobs/trash/trash-jobs';
import { Refusal } from '#lib/refusal';
import { findJobs, type JobsQuery } from '#lib/search/find-jobs';
import { changeTags, listTags, readTags, setTags } from './tags';

test('tags are unique per job in any case, and spelled as the account spells them elsewhere', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const id of ['a', 'b']) await makeJob(db, accountId, { id, words: 'said' });
    await setTags(db, { accountId, jobId: 'a', tags: ['Law', 'interview', 'LAW '] });
    await setTags(db, { accountId, jobId: 'b', tags: ['Interview', '2026'] });
    assert.deepEqual(
      await readTags(db, ['a', 'b']),
      new Map([
        ['a', ['interview', 'Law']],
        ['b', ['2026', 'interview']],
      ]),
    );
    assert.deepEqual(await listTags(db, { accountId }), ['2026', 'interview', 'Law']);
    assert.deepEqual((await readJobs(db, { accountId, jobIds: ['b'] }))[0]?.tags, ['2026', 'interview']);
    await setTags(db, { accountId, jobId: 'a', tags: ['law'] });
    assert.deepEqual(await readTags(db, ['a']), new Map([['a', ['law']]]), 'its own may be spelled anew');
    await setTags(db, { accountId, jobId: 'a', tags: [] });
    assert.deepEqual(await readTags(db, ['a']), new Map());
    assert.deepEqual(await listTags(db, { accountId }), ['2026', 'interview']);
  }));

test('a tag filters, together with search, status and archive, within the account', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const other = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { id: 'a', words: 'said' });
    await makeJob(db, accountId, { id: 'b', status: 'failed' });
    await makeJob(db, accountId, { id: 'c', words: 'said' });
    await makeJob(db, other, { id: 'theirs', words: 'said' });
    for (const jobId of ['a', 'b']) await setTags(db, { accountId, jobId, tags: ['Law'] });
    await setTags(db, { accountId: other, jobId: 'theirs', tags: ['Law'] });
    const find = async (query: Partial<JobsQuery>): Promise<string> => {
      const { jobs } = await findJobs(db, { accountId, limit: 10, sort: 'name', ...query });
      return jobs
        .map(({ job }) => job.id)
        .toSorted()
        .join();
    };
    assert.equal(await find({ tagKey: 'law' }), 'a,b');
    assert.equal(await find({ tagKey: 'law', search: 'said' }), 'a');
    assert.equal(await find({ tagKey: 'law', status: 'failed' }), 'b');
    for (const tagKey of ['la', '%', '']) assert.equal(await find({ tagKey }), '', tagKey);
    await archiveJobs(db, { accountId, jobIds: ['a'] });
    assert.equal(await find({ tagKey: 'law', isArchived: true }), 'a');
    await trashJobs(db, { accountId, jobIds: ['a'] });
    assert.equal(await find({ tagKey: 'law', isArchived: true }), '');
    await restoreJobs(db, { accountId, jobIds: ['a'] });
    assert.equal(await find({ tagKey: 'law', isArchived: true }), 'a', 'the trash keeps tags');
  }));

test('tags of many jobs are changed together, except those of jobs without room, in the trash or of another account', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const other = await makeAccount(db, { balanceCents: 100_00 });
    const jobIds = ['a', 'b', 'full', 'trashed', 'theirs'];
    for (const id of jobIds) await makeJob(db, id === 'theirs' ? other : accountId, { id, words: 'said' });
    await setTags(db, { accountId, jobId: 'a', tags: ['Law', 'old'] });
    await setTags(db, { accountId, jobId: 'b', tags: ['old'] });
    const ten = Array.from({ length: 10 }, (_, index) => `tag ${index}`);
    await setTags(db, { accountId, jobId: 'full', tags: ten });
    await trashJobs(db, { accountId, jobIds: ['trashed'] });
    assert.deepEqual(await changeTags(db, { accountId, jobIds, add: ['law', 'New'], remove: ['OLD'] }), {
      changed: ['a', 'b'],
      full: ['full'],
    });
    assert.deepEqual(
      await readTags(db, jobIds),
      new Map([
        ['a', ['Law', 'New']],
        ['b', ['Law', 'New']],
        ['full', ten],
      ]),
    );
    const swap = { accountId, jobIds: ['full'], add: ['new'], remove: ['tag 3'] };
    assert.deepEqual(await changeTags(db, swap), { changed: ['full'], full: [] });
    const tooLong = changeTags(db, { accountId, jobIds, add: ['x'.repeat(41)], remove: [] });
    await assert.rejects(tooLong, Refusal);
  }));

test('other accounts’ jobs are not tagged, nor those in the trash, nor any with too many', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const other = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { id: 'a', words: 'said' });
    const notFound = { reason: { kind: 'job-not-found' } };
    await assert.rejects(setTags(db, { accountId: other, jobId: 'a', tags: ['x'] }), notFound);
    await setTags(db, { accountId, jobId: 'a', tags: ['kept'] });
    assert.deepEqual(await listTags(db, { accountId }), ['kept']);
    assert.deepEqual(await listTags(db, { accountId: other }), []);
    const tooMany = Array.from({ length: 11 }, (_, index) => `tag ${index}`);
    await assert.rejects(setTags(db, { accountId, jobId: 'a', tags: tooMany }), {
      reason: { kind: 'invalid-parameters', parameters: { tags: ['Use at most 10 tags.'] } },
    });
    assert.deepEqual(await readTags(db, ['a']), new Map([['a', ['kept']]]));
    await trashJobs(db, { accountId, jobIds: ['a'] });
    await assert.rejects(setTags(db, { accountId, jobId: 'a', tags: ['x'] }), notFound);
  }));

test('the tags of an account are listed without reading those of each of its jobs', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await db.execute(sql`
      insert into jobs (id, account_id, status, failure, name, media_url, price_cents)
      select 'job ' || n, ${accountId}, 'failed', 'invalid_media', 'x', 'http://127.0.0.1:9/x.wav', 0
      from generate_series(1, 2000) n`);
    await db.execute(sql`
      insert into job_tags (job_id, account_id, key, tag)
      select 'job ' || n, ${accountId}, 'tag ' || n % 3, case when n % 2 = 0 then 'Tag ' else 'tag ' end || n % 3
      from generate_series(1, 2000) n`);
    await db.execute(sql`analyze job_tags`);
    const before = await countRead(db);
    assert.deepEqual(
      (await listTags(db, { accountId })).map((tag) => tag.toLowerCase()),
      ['tag 0', 'tag 1', 'tag 2'],
    );
    const read = (await countRead(db)) - before;
    assert.ok(read <= 10, `${read} rows were read`);
  }));

/** How many rows of tags the transaction has read so far. */
async function countRead(db: Db): Promise<number> {
  const [row] = await db.execute<{ read: string }>(sql`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'job_tags'`);
  return Number(row?.read);
}
