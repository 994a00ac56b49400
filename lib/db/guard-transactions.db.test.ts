import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { createDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import type { Db, Tx } from '#lib/db/connect';
import { openSql } from '#lib/db/open-sql';
import { findOutage } from '#lib/outage';

/* What a transaction does whose connection is lost in its middle. */

const database = await createDatabase(undefined, { tables: 'none' });
after(() => database.drop());

async function prepare(t: TestContext) {
  let lost = 0;
  const pool = openSql(database.url, {
    max: 1,
    backoff: () => 0,
    onnotice: () => {},
    onclose: () => {
      lost += 1;
    },
  });
  const admin = postgres(database.url, { max: 1, onnotice: () => {} });
  await admin`create table notes (text text)`;
  t.after(async () => {
    await pool.end();
    await admin`drop table notes`;
    await admin.end();
  });
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  t.after(() => process.off('uncaughtException', note));
  /** Ends the connection of the transaction as an outage does, and waits until the pool has noticed. */
  const cut = async (tx: Tx): Promise<void> => {
    const before = lost;
    const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
    await waitFor('the end of the connection', () => (lost > before ? true : undefined));
  };
  const add = (to: Db | Tx, text: string) => to.execute(sql`insert into notes values (${text})`);
  const read = async () => (await admin`select text from notes order by 1`).map(({ text }) => text as string);
  return { db: drizzle(pool), admin, cut, add, read, uncaught };
}

const isOutage = (error: unknown) => findOutage(error)?.reason.kind === 'service-unavailable';

test('a transaction whose connection is lost fails as an outage, and its pool works on', async (t) => {
  const { db, cut, add, read, uncaught } = await prepare(t);
  await assert.rejects(
    db.transaction(async (tx) => {
      await add(tx, 'before');
      await cut(tx);
      await add(tx, 'behind');
    }),
    isOutage,
  );
  await add(db, 'later');
  await db.transaction((tx) => add(tx, 'in another'));
  assert.deepEqual(await read(), ['in another', 'later']);
  assert.deepEqual(uncaught, []);
});

test('what a transaction still does after its connection was lost is not done outside it', async (t) => {
  const { db, cut, add, read, uncaught } = await prepare(t);
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let late: unknown;
  await assert.rejects(
    db.transaction(async (tx) => {
      await add(tx, 'before');
      await cut(tx);
      await paused;
      await add(tx, 'behind').catch((error: unknown) => {
        late = error;
      });
    }),
    isOutage,
  );
  // The pool has one connection: this is the one that was lost, opened anew.
  await add(db, 'later');
  goOn();
  await waitFor('the rest of the transaction', () => late);
  assert.ok(isOutage(late));
  await db.transaction((tx) => add(tx, 'in another'));
  assert.deepEqual(await read(), ['in another', 'later']);
  assert.deepEqual(uncaught, []);
});

test('a transaction that asks nothing more once its connection is lost fails, too', async (t) => {
  const { db, cut, add, read, uncaught } = await prepare(t);
  const work = async (tx: Tx): Promise<void> => {
    await add(tx, 'before');
    await cut(tx);
  };
  await assert.rejects(db.transaction(work), isOutage);
  await assert.rejects(
    db.transaction((tx) => tx.transaction(work)),
    isOutage,
  );
  await add(db, 'later');
  assert.deepEqual(await read(), ['later']);
  assert.deepEqual(uncaught, []);
});

test('a transaction whose connection is lost while it commits fails, too', async (t) => {
  const { db, admin, add, read, uncaught } = await prepare(t);
  await admin`
    create function wait() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return null; end'`;
  await admin`
    create constraint trigger wait after insert on notes deferrable initially deferred
    for each row execute function wait()`;
  await admin.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(1)`;
    const failed = assert.rejects(
      db.transaction((tx) => add(tx, 'before')),
      isOutage,
    );
    const pid = await waitFor('the commit', async () => {
      const [row] = await holder`select pid from pg_locks where locktype = 'advisory' and not granted`;
      return row?.['pid'] as number | undefined;
    });
    await holder`select pg_terminate_backend(${pid})`;
    await failed;
  });
  // The driver tells the connection's next query of its end as well, as an outage.
  await assert.rejects(add(db, 'refused'), isOutage);
  await add(db, 'later');
  assert.deepEqual(await read(), ['later']);
  assert.deepEqual(uncaught, []);
});

test('a nested transaction ends with the connection, and nothing behind it is done', async (t) => {
  const { db, cut, add, read, uncaught } = await prepare(t);
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx
        .transaction(async (inner) => {
          await cut(inner);
          await add(inner, 'within');
        })
        .catch(() => {});
      await add(tx, 'behind');
    }),
    isOutage,
  );
  await add(db, 'later');
  assert.deepEqual(await read(), ['later']);
  assert.deepEqual(uncaught, []);
});

test('an outage of something else undoes a transaction, and so does a failure within it', async (t) => {
  const { db, add, read } = await prepare(t);
  const outage = Object.assign(new Error('the bucket is away'), { code: 'STORAGE_UNAVAILABLE' });
  for (const failure of [outage, new Error('a defect')]) {
    await assert.rejects(
      db.transaction(async (tx) => {
        await add(tx, 'undone');
        throw failure;
      }),
      failure,
    );
  }
  await db.transaction(async (tx) => {
    await add(tx, 'kept');
    const inner = tx.transaction(async (point) => {
      await add(point, 'undone');
      throw new Error('a defect');
    });
    await assert.rejects(inner, /a defect/);
  });
  assert.deepEqual(await read(), ['kept']);
});
