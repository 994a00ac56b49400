import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { useSettings } from '#e2e/support/use-settings';
import { waitFor } from '#e2e/support/wait';
import { database } from '#lib/db/database';
import { announceJob, type Reach } from '#lib/events/announce-job';
import { watchJobs } from '#lib/jobs/read/watch-jobs';

let own: TestDatabase;

before(async () => {
  own = await createDatabase();
  useSettings({ DATABASE_URL: own.url, LONGHAND_LOG_LEVEL: 'fatal' });
  const { sql } = database();
  await sql`insert into accounts (id, email) select id, id || '@longhand.example' from unnest('{ann,bob,cleo}'::text[]) as id`;
  await sql`insert into jobs (id, account_id, name, media_url, price_cents, started_at) values
    ('waits', 'ann', 'a.wav', 'http://x.example/', 0, null), ('runs', 'bob', 'a.wav', 'http://x.example/', 0, now())`;
});
after(async () => {
  await database().close();
  await own.drop();
});

function announce(accountId: string, id: string, reach: Reach): Promise<void> {
  return database().db.transaction((tx) => announceJob(tx, { id, accountId }, reach));
}

/** Watches the account's jobs and records what it receives. */
function watch(accountId: string): { received: string[]; end: () => void } {
  const received: string[] = [];
  const end = watchJobs(
    { accountId },
    {
      onJob: (jobId) => received.push(jobId),
      onQueue: () => received.push('queue'),
      onList: () => received.push('list'),
      onGap: () => received.push('gap'),
      onLeave: () => received.push('leave'),
    },
  );
  return { received, end };
}

/** Announcements come in their order: when the last one has come, all before it have. */
async function takeReceived(
  watchers: Partial<Record<string, { received: string[] }>>,
): Promise<Partial<Record<string, string[]>>> {
  const all = Object.entries(watchers);
  for (const [accountId] of all) await announce(accountId, 'the last', 'job');
  await waitFor('the last announcements', () =>
    all.every(([, watcher]) => watcher?.received.includes('the last')) ? true : undefined,
  );
  return Object.fromEntries(all.map(([id, watcher]) => [id, watcher?.received.splice(0).slice(0, -1)]));
}

test('a watcher receives the account’s own jobs, the queue’s order, and a gap', async () => {
  const [ann, bob] = [watch('ann'), watch('bob')];
  await waitFor('the connection that listens', () => (ann.received.includes('gap') ? true : undefined));
  ann.received.length = 0;
  bob.received.length = 0;

  await announce('ann', 'job 1', 'job');
  await announce('bob', 'job 2', 'job');
  assert.deepEqual(await takeReceived({ ann, bob }), { ann: ['job 1'], bob: ['job 2'] });

  bob.end();
  await announce('ann', 'job 3', 'job');
  await announce('bob', 'job 4', 'job');
  assert.deepEqual(await takeReceived({ ann }), { ann: ['job 3'] });
  assert.deepEqual(bob.received, [], 'an ended watch receives nothing');

  await announce('ann', 'job 5', 'list');
  await announce('bob', 'job 5', 'list');
  assert.deepEqual(
    await takeReceived({ ann }),
    { ann: ['job 5', 'list'] },
    'another account’s list is its own',
  );

  await announce('bob', 'job 5', 'queue');
  await waitFor('the event of the queue', () => (ann.received.length > 0 ? true : undefined));
  assert.deepEqual(ann.received.splice(0), ['queue'], 'another account’s job moves the line');

  const [bobAgain, cleo] = [watch('bob'), watch('cleo')];
  await announce('cleo', 'job 5', 'queue');
  await waitFor('the event of the queue', () => (ann.received.length > 0 ? true : undefined));
  assert.deepEqual(
    await takeReceived({ ann, bob: bobAgain, cleo }),
    { ann: ['queue'], bob: [], cleo: ['job 5'] },
    'who waits for nothing isn’t told of the line',
  );
  bobAgain.end();
  cleo.end();

  await database().sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  await waitFor('the gap', () => (ann.received.includes('gap') ? true : undefined));
  ann.received.length = 0;
  await announce('ann', 'job 6', 'job');
  assert.deepEqual(await takeReceived({ ann }), { ann: ['job 6'] });
  ann.end();
});
