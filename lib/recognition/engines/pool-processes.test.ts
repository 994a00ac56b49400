import assert from 'node:assert/strict';
import test from 'node:test';
import { turns } from '#e2e/support/turns';
import { poolProcesses } from '#lib/recognition/engines/pool-processes';

/** A pool of scripted processes, and the list of those it started. */
function scripted(size: number, idleMs: number) {
  const started: Array<{ dead: boolean; id: number }> = [];
  const start = () => {
    const state = { dead: false, id: started.length };
    started.push(state);
    const kill = async () => {
      state.dead = true;
    };
    return { state, kill, alive: () => !state.dead, hold: () => {}, release: () => {} };
  };
  return { pool: poolProcesses({ size, idleMs, start }), started };
}

const quiet = new AbortController().signal;

test('no more processes than the size are started, and who waits is served in turn', async () => {
  const { pool, started } = scripted(2, 1000);
  const order: number[] = [];
  const work = (id: number) =>
    pool.lend(async () => {
      order.push(id);
      await turns(1);
    }, quiet);
  await Promise.all([1, 2, 3, 4, 5, 6].map(work));
  assert.deepEqual(order, [1, 2, 3, 4, 5, 6]);
  assert.equal(started.length, 2);
  await pool.close();
});

test('a process that died is replaced, and an idle one ends after its time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { pool, started } = scripted(1, 20);
  await pool.lend(async ({ state }) => {
    state.dead = true;
  }, quiet);
  assert.equal(await pool.lend(async ({ state }) => state.id, quiet), 1);
  t.mock.timers.tick(19);
  assert.equal(started[1]?.dead, false);
  t.mock.timers.tick(1);
  assert.ok(started.every(({ dead }) => dead));
  assert.equal(await pool.lend(async ({ state }) => state.id, quiet), 2);
  await pool.close();
});

test('who is aborted while waiting loses the place, not the pool', async () => {
  const { pool } = scripted(1, 1000);
  const first = pool.lend(() => turns(3), quiet);
  const abort = new AbortController();
  const second = pool.lend(async () => 'second', abort.signal);
  const third = pool.lend(async () => 'third', quiet);
  abort.abort(new Error('deleted'));
  await assert.rejects(second, /deleted/);
  await first;
  assert.equal(await third, 'third');
  await pool.close();
});

test('a closed pool lends nothing', async () => {
  const { pool, started } = scripted(1, 1000);
  const first = pool.lend(() => turns(3), quiet);
  const second = pool.lend(async () => 'second', quiet);
  const rejected = assert.rejects(second, /closed/);
  await pool.close();
  await rejected;
  await first;
  assert.ok(started.every(({ dead }) => dead));
  await assert.rejects(
    pool.lend(async () => 'third', quiet),
    /closed/,
  );
});
