import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { runOnce } from 'graphile-worker';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { turns } from '#e2e/support/turns';
import { waitFor } from '#e2e/support/wait';
import { connect, type Connection } from '#lib/db/connect';
import { keepAlive } from '#lib/db/keep-alive';
import {
  cleanUpQueue,
  cutSilentWorkers,
  type SilentConnections,
  freeDeadWorkers,
  giveTasksBack,
  holdPoolLock,
  renewTaskLocks,
} from '#lib/queue/workers';
import { enqueue, type TaskTiming } from '#lib/queue/enqueue';
import { quietLogger } from '#lib/db/quiet-logger';
import { runTasks } from '#lib/queue/run-tasks';

describe('the workers of a queue', () => {
  let database: TestDatabase;
  let connection: Connection;
  before(async () => {
    database = await createDatabase();
    connection = connect(database.url, { max: 4 });
  });
  beforeEach(async () => {
    await connection.sql`delete from graphile_worker._private_jobs`;
    await connection.sql`delete from graphile_worker._private_job_queues`;
  });
  after(async () => {
    await connection.close();
    await database.drop();
  });

  const add = (jobId: string, timing: TaskTiming = {}) =>
    connection.db.transaction((tx) => enqueue(tx, 'transcribe-job', { jobId }, timing));

  /** A task that this pool took so many seconds ago. */
  async function taken(pool: string, secondsAgo: number): Promise<void> {
    await connection.db.transaction(async (tx) => {
      await enqueue(tx, 'transcribe-job', { jobId: pool }, { key: pool });
      await tx.execute(sql`
        update graphile_worker._private_jobs
        set locked_by = ${pool}, locked_at = now() - ${secondsAgo} * interval '1 second' where key = ${pool}`);
    });
  }

  /** The pools that hold a task. */
  async function holders(): Promise<string[]> {
    const rows = await connection.sql<Array<{ id: string }>>`
      select locked_by as id from graphile_worker.jobs where locked_by is not null order by 1`;
    return rows.map(({ id }) => id);
  }

  test('the tasks of a pool are freed when its connection has closed, and not before', async () => {
    const worker = postgres(database.url, { max: 1 });
    await holdPoolLock(worker, 'alive');
    for (const pool of ['alive', 'dead']) await taken(pool, 2);
    // As if it stayed within its first second, however slow this machine is.
    await taken('begins', -3600);
    assert.deepEqual(await freeDeadWorkers(connection.sql), ['dead']);
    assert.deepEqual(await holders(), ['alive', 'begins']);
    assert.deepEqual(await freeDeadWorkers(connection.sql), []);
    await worker.end();
    const freed = await waitFor('the server to notice', async () => {
      const pools = await freeDeadWorkers(connection.sql);
      return pools.length > 0 ? pools : undefined;
    });
    assert.deepEqual(freed, ['alive']);
    assert.deepEqual(await holders(), ['begins']);
  });

  test('of a task that was enqueued again while it ran, nothing stays when its pool dies or leaves', async () => {
    const keys = async () =>
      (await connection.sql`select key from graphile_worker._private_jobs order by 1`).map(
        (row) => row['key'],
      );
    await taken('dead', 2);
    await taken('leaves', 2);
    const worker = postgres(database.url, { max: 1 });
    await holdPoolLock(worker, 'leaves');
    for (const key of ['dead', 'leaves']) await add(key, { key });
    assert.deepEqual(await keys(), ['dead', 'leaves', null, null]);
    await freeDeadWorkers(connection.sql);
    assert.deepEqual(await keys(), ['dead', 'leaves', null]);
    await giveTasksBack(connection.sql, ['leaves']);
    assert.deepEqual(await keys(), ['dead', 'leaves']);
    await worker.end();
  });

  for (const inBatches of [false, true]) {
    test(`a worker that has left takes no further task${inBatches ? ', many at a time neither' : ''}`, async () => {
      const left = await runTasks(database.url, [
        { handlers: { 'transcribe-job': async () => {} }, concurrency: 2, inBatches },
      ]);
      await left.leave();
      await add('later', { key: 'later' });
      const seen: number[] = [];
      const count = async () => {
        const [row] = await connection.sql<Array<{ attempts: number }>>`
          select attempts from graphile_worker.jobs where key = 'later'`;
        seen.push(row?.attempts ?? 0);
      };
      const next = await runTasks(database.url, [{ handlers: { 'transcribe-job': count }, concurrency: 1 }]);
      assert.equal(await waitFor('the next worker to take it', () => seen[0]), 1);
      await next.leave();
    });
  }

  for (const inBatches of [false, true]) {
    const way = inBatches ? 'many at a time' : 'one at a time';
    test(`a worker with nothing to do, taking ${way}, gets what was put off, freed, or next of its queue`, async () => {
      const begun: string[] = [];
      const end = new EventEmitter();
      const handlers = {
        'transcribe-job': async ({ jobId }: { jobId: string }, signal: AbortSignal) => {
          begun.push(jobId);
          if (jobId === 'first') await once(end, 'first', { signal });
        },
      };
      const begins = (jobId: string) =>
        waitFor(`the task ${jobId}`, () => (begun.includes(jobId) ? true : undefined));
      const worker = await runTasks(database.url, [{ handlers, concurrency: 2, inBatches }]);
      try {
        await add('first', { queue: 'one' });
        await begins('first');
        await add('next', { queue: 'one' });
        await add('put off', { runAt: new Date('2099-01-01'), key: 'put off' });
        await connection.sql`
          update graphile_worker._private_jobs set run_at = now() + interval '0.2 seconds' where key = 'put off'`;
        await begins('put off');
        await taken('dead', 2);
        await begins('dead');
        assert.deepEqual(begun, ['first', 'put off', 'dead']);
        end.emit('first');
        await begins('next');
      } finally {
        await worker.leave();
      }
    });
  }

  test('a worker that says nothing between two looks is disconnected, and one that speaks is not', async () => {
    const hold = async (worker: string) => {
      const sql = postgres(database.url, { max: 1, connection: { application_name: worker } });
      await holdPoolLock(sql, worker);
      return sql;
    };
    const [silent, speaking] = await Promise.all(['silent', 'speaking'].map(hold));
    assert.ok(silent && speaking);
    const look = (earlier: SilentConnections) =>
      cutSilentWorkers(connection.sql, earlier, { silenceSeconds: 0 });
    const first = await waitFor('both to seem silent', async () => {
      const looked = await look(new Map());
      return looked.silent.size === 2 ? looked : undefined;
    });
    assert.deepEqual(first.cut, []);
    await speaking`select 1`;
    assert.deepEqual((await look(first.silent)).cut, ['silent']);
    await taken('silent', 2);
    await taken('speaking', 2);
    await waitFor('the server to notice', async () =>
      (await freeDeadWorkers(connection.sql)).length > 0 ? true : undefined,
    );
    assert.deepEqual(await holders(), ['speaking']);
    await Promise.all([silent.end(), speaking.end()]);
  });

  test('a transaction that nobody goes on with is cut off, and its locks with it', async () => {
    const stopped = connect(database.url, { max: 1 });
    const holder = await stopped.sql.reserve();
    await holder`begin`;
    await holder`lock table jobs`;
    const look = (earlier: SilentConnections) =>
      cutSilentWorkers(connection.sql, earlier, { silenceSeconds: 0 });
    const { silent } = await waitFor('it to seem silent', async () => {
      const looked = await look(new Map());
      return looked.silent.size === 1 ? looked : undefined;
    });
    assert.deepEqual((await look(silent)).cut, ['longhand']);
    await connection.sql`select from jobs`;
    holder.release();
    await stopped.close();
  });

  test('a transaction that waits for a thread is left alone, however long the thread takes', async () => {
    const waiting = connect(database.url, { max: 1 });
    const look = (earlier: SilentConnections) =>
      cutSilentWorkers(connection.sql, earlier, { silenceSeconds: 0 });
    const work = async (): Promise<string[]> => {
      const { silent } = await waitFor('it to seem silent', async () => {
        const looked = await look(new Map());
        return looked.silent.size === 1 ? looked : undefined;
      });
      await waitFor('its next query', async () => {
        const changed = await connection.sql<Array<{ pid: number; since: string }>>`
          select pid, state_change::text as since from pg_stat_activity where pid = any(${[...silent.keys()]})`;
        return changed.some(({ pid, since }) => silent.get(pid) !== since) ? true : undefined;
      });
      return (await look(silent)).cut;
    };
    const cut = await waiting.db.transaction(async (tx) => {
      await tx.execute('select 1');
      const seen = await keepAlive(tx, work, 10);
      await tx.execute('select 1');
      return seen;
    });
    assert.deepEqual(cut, []);
    await waiting.close();
  });

  test('what is being taken as a worker leaves is given back, too', async () => {
    const { sql } = connection;
    // A claim waits for whoever holds this lock before it commits.
    await sql.unsafe(`
      create function wait_for_test() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(1);
        return new;
      end $$;
      create trigger wait_for_test before update on graphile_worker._private_jobs for each row
        when (old.locked_by is null and new.locked_by is not null) execute function wait_for_test()`);
    const holder = await sql.reserve();
    try {
      await holder`select pg_advisory_lock(1)`;
      await add('taken');
      const handlers = { 'transcribe-job': () => new Promise<void>(() => {}) };
      const worker = await runTasks(database.url, [{ handlers, concurrency: 2, inBatches: true }]);
      await waitFor('a claim', async () => {
        const [waits] = await sql`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
        return waits;
      });
      let hasLeft = false;
      const leaving = worker.leave().then(() => (hasLeft = true));
      // More than the two questions to the database that leaving takes.
      for (let n = 0; n < 50; n += 1) await sql`select 1`;
      assert.equal(hasLeft, false);
      await holder`select pg_advisory_unlock(1)`;
      await leaving;
      assert.deepEqual(await holders(), []);
    } finally {
      await holder`select pg_advisory_unlock_all()`;
      holder.release();
      await sql`drop trigger wait_for_test on graphile_worker._private_jobs`;
      await sql`drop function wait_for_test()`;
    }
  });

  test('a worker that the database refuses as it leaves gives its tasks back when it no longer does', async () => {
    const { sql } = connection;
    // A sequence keeps its value when the statement is undone.
    await sql.unsafe(`
      create sequence refused_for_test;
      create function refuse_for_test() returns trigger language plpgsql as $$ begin
        if nextval('refused_for_test') < 3 then
          raise exception 'the database system is starting up' using errcode = '57P03';
        end if;
        return new;
      end $$;
      create trigger refuse_for_test before update on graphile_worker._private_jobs for each row
        when (old.locked_by is not null and new.locked_by is null) execute function refuse_for_test()`);
    try {
      await add('taken');
      let isTaken = false;
      const work = async (_: unknown, signal: AbortSignal) => {
        isTaken = true;
        await once(signal, 'abort');
      };
      const worker = await runTasks(database.url, [{ handlers: { 'transcribe-job': work }, concurrency: 1 }]);
      await waitFor('the task to be taken', () => (isTaken ? true : undefined));
      await worker.leave();
      assert.deepEqual(await holders(), []);
    } finally {
      await sql.unsafe('drop function refuse_for_test cascade; drop sequence refused_for_test');
    }
  });

  test('an account that takes all it can leaves a slot to the next one', async () => {
    const begun: string[] = [];
    const handlers = {
      'transcribe-job': async ({ jobId }: { jobId: string }, signal: AbortSignal) => {
        begun.push(jobId);
        await once(signal, 'abort');
      },
    };
    for (const jobId of ['a1', 'a2', 'a3', 'a4', 'a5']) await add(jobId, { accountId: 'a' });
    const worker = await runTasks(database.url, [{ handlers, concurrency: 4, isShared: true }]);
    try {
      await waitFor('the first account’s slots', async () => (begun.length === 2 ? true : undefined));
      await add('b1', { accountId: 'b', priority: 9 });
      await waitFor('the other account’s turn', async () => (begun.includes('b1') ? true : undefined));
      await add('c1', { accountId: 'c', priority: 9 });
      await waitFor('the third account’s turn', async () => (begun.includes('c1') ? true : undefined));
      assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1']);
    } finally {
      await worker.leave();
    }
    assert.deepEqual(await holders(), []);
  });

  test('a pool that works for hours keeps its tasks, and one that leaves gives back only its own', async () => {
    await taken('long', 3 * 3600);
    await taken('other', 3 * 3600);
    await renewTaskLocks(connection.sql, ['long']);
    const renewed = await connection.sql<Array<{ id: string }>>`
      select locked_by as id from graphile_worker.jobs where locked_at > now() - interval '1 hour'`;
    assert.deepEqual(
      renewed.map(({ id }) => id),
      ['long'],
    );
    await giveTasksBack(connection.sql, ['long']);
    assert.deepEqual(await holders(), ['other']);
  });

  /** Has two workers run all that is due; gives the order, and how many of them were under way at once. */
  async function run(): Promise<{ order: string[]; maxRunning: number }> {
    const order: string[] = [];
    let [now, maxRunning] = [0, 0];
    const taskList = {
      'transcribe-job': async (payload: unknown) => {
        order.push((payload as { jobId: string }).jobId);
        maxRunning = Math.max(maxRunning, ++now);
        await turns(20);
        now--;
      },
    };
    const worker = { connectionString: database.url, taskList, concurrency: 2, logger: quietLogger };
    // One that finds nothing for the moment ends, also when a task of the queue is still under way.
    await waitFor('the end of all that is due', async () => {
      await Promise.all([1, 2].map(() => runOnce({ ...worker, noHandleSignals: true })));
      const due = await connection.sql`select from graphile_worker.jobs where run_at <= now()`;
      return due.length === 0 ? true : undefined;
    });
    return { order, maxRunning };
  }

  test('tasks of the same queue run one after the other, each once, also with many workers', async () => {
    for (const jobId of ['1', '2', '3', '4']) await add(jobId, { queue: 'one' });
    const { order, maxRunning } = await run();
    assert.deepEqual(order, ['1', '2', '3', '4']);
    assert.equal(maxRunning, 1);
  });

  test('a task runs not before its time, and one of lower priority first', async () => {
    await add('late', { queue: 'one', priority: 5 });
    await add('early', { queue: 'one', priority: 1 });
    await add('tomorrow', { queue: 'one', runAt: new Date('2099-01-01') });
    assert.deepEqual((await run()).order, ['early', 'late']);
  });

  test('what the queue keeps of names that no task has any more is removed', async () => {
    await add('waiting', { queue: 'in use', runAt: new Date('2099-01-01') });
    await add('done', { queue: 'out of use' });
    await run();
    assert.equal(await cleanUpQueue(connection.db), true);
    const names = await connection.sql`select queue_name from graphile_worker._private_job_queues`;
    assert.deepEqual(
      names.map((row) => row['queue_name']),
      ['in use'],
    );
  });

  test('a name stays that a task was added to, also where its transaction is still open', async () => {
    await add('before', { queue: 'in use' });
    await run();
    await connection.db.transaction(async (tx) => {
      await enqueue(tx, 'transcribe-job', { jobId: 'after' }, { queue: 'in use' });
      assert.equal(await cleanUpQueue(connection.db, { maxAttempts: 2 }), false);
    });
    assert.equal(await cleanUpQueue(connection.db), true);
    assert.deepEqual((await run()).order, ['after']);
  });
});
