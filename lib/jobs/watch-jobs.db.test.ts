import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { useSettings } from '#e2e/support/use-settings';
import { waitFor } from '#e2e/support/wait';
import { database } from '#lib/db/database';
import { announceJob, type Reach } from '#lib/jobs/announce-job';
import { watchJobs } from '#lib/jobs/watch-jobs';

let own: TestDatabase;

before(async () => {
  own = await createDatabase();
  useSettings({ DATABASE_URL: own.url, LONGHAND_LOG_LEVEL: 'fatal' });
});
after(async () => {
  await database().close();
  await own.drop();
});

function announce(accountId: string, id: string, reach: Reach): Promise<void> {
  return database().db.transaction((tx) => announceJob(tx, { id, accountId }, reach));
}

/** Watches the account's jobs and writes down what it is told. */
function watch(accountId: string): { told: string[]; end: () => void } {
  const told: string[] = [];
  const end = watchJobs(
    { accountId },
    {
      onJob: (jobId) => told.push(jobId),
      onQueue: () => told.push('queue'),
      onGap: () => told.push('gap'),
      onLeave: () => told.push('leave'),
    },
  );
  return { told, end };
}

/** Announcements come in their order: when this one has come, all before it have. */
async function hearOut(...watchers: Array<{ told: string[] }>): Promise<string[][]> {
  await announce('nobody', 'the last', 'queue');
  const last = (told: string[]) => told.lastIndexOf('queue') >= 0;
  await waitFor('the last announcement', () => (watchers.every(({ told }) => last(told)) ? true : undefined));
  return watchers.map(({ told }) => told.splice(0).slice(0, -1));
}

test('who watches is told of the account’s own jobs, of the queue’s order, and of a gap', async () => {
  const [ann, bob] = [watch('ann'), watch('bob')];
  await waitFor('the connection that listens', () => (ann.told.includes('gap') ? true : undefined));
  ann.told.length = 0;
  bob.told.length = 0;

  await announce('ann', 'job 1', 'job');
  await announce('bob', 'job 2', 'job');
  assert.deepEqual(await hearOut(ann, bob), [['job 1'], ['job 2']]);

  bob.end();
  await announce('ann', 'job 3', 'job');
  await announce('bob', 'job 4', 'job');
  assert.deepEqual(await hearOut(ann), [['job 3']]);
  assert.deepEqual(bob.told, [], 'nobody is told who watches no more');

  await announce('bob', 'job 5', 'queue');
  await waitFor('the news of the queue', () => (ann.told.length > 0 ? true : undefined));
  assert.deepEqual(ann.told.splice(0), ['queue'], 'another account’s job moves the line');

  await database().sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  await waitFor('the gap', () => (ann.told.includes('gap') ? true : undefined));
  ann.told.length = 0;
  await announce('ann', 'job 6', 'job');
  assert.deepEqual(await hearOut(ann), [['job 6']]);
  ann.end();
});
