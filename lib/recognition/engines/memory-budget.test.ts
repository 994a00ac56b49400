import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { turns } from '#e2e/support/turns';
import { memoryBudget, type MemoryBudget } from '#lib/recognition/engines/memory-budget';
import { poolProcesses } from '#lib/recognition/engines/pool-processes';

const quiet = new AbortController().signal;

/** A machine with so much memory, on which scripted processes run. `pass` lets time pass and everything happen meanwhile. */
function machine(t: TestContext, totalMb: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const usage = { nowMb: 0, maxMb: 0 };
  const events: string[] = [];
  const budget = memoryBudget(totalMb);
  const makePool = (name: string, processMb: number, size: number) =>
    scriptedPool({ name, processMb, size, budget, usage, events });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await turns(6);
      t.mock.timers.tick(1000);
    }
    await turns(6);
  };
  return { usage, events, makePool, pass };
}

/** A pool of processes that use memory from their start until they have ended, which takes them a moment. */
function scriptedPool(options: {
  name: string;
  processMb: number;
  size: number;
  budget: MemoryBudget;
  usage: { nowMb: number; maxMb: number };
  events: string[];
}) {
  const { name, processMb, size, budget, usage, events } = options;
  const start = () => {
    events.push(`start ${name}`);
    usage.nowMb += processMb;
    usage.maxMb = Math.max(usage.maxMb, usage.nowMb);
    let dead = false;
    const kill = async () => {
      if (dead) return;
      dead = true;
      await turns(3);
      usage.nowMb -= processMb;
      events.push(`end ${name}`);
    };
    return { kill, alive: () => !dead, hold: () => {}, release: () => {} };
  };
  const pool = poolProcesses({ size, idleMs: 3_600_000, start, memory: { budget, processMb } });
  /** Lends a process until the returned `finish` is called. */
  const occupy = (signal = quiet) => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const state = { began: false };
    const done = pool.lend(async () => {
      state.began = true;
      await finished;
    }, signal);
    return { state, done, finish };
  };
  const ask = () => pool.lend(() => turns(1), quiet);
  return { occupy, ask, close: () => pool.close() };
}

test('models that fit together stay loaded together', async (t) => {
  const { makePool, usage, events, pass } = machine(t, 1000);
  const [one, other] = [makePool('one', 500, 1), makePool('other', 500, 1)];
  for (let round = 0; round < 3; round++) {
    await Promise.all([one.ask(), other.ask()]);
    await pass(100);
  }
  assert.deepEqual(events, ['start one', 'start other']);
  assert.equal(usage.maxMb, 1000);
  await Promise.all([one.close(), other.close()]);
});

test('an idle model has ended before another is started with which it does not fit', async (t) => {
  const { makePool, usage, events, pass } = machine(t, 1000);
  const [one, other] = [makePool('one', 600, 1), makePool('other', 600, 1)];
  for (const pool of [one, other, one]) {
    await pool.ask();
    await pass(10);
  }
  assert.deepEqual(events, ['start one', 'end one', 'start other', 'end other', 'start one']);
  assert.equal(usage.maxMb, 600);
  await Promise.all([one.close(), other.close()]);
});

test('what was used least recently is ended first, and no more than needed', async (t) => {
  const { makePool, usage, events, pass } = machine(t, 1000);
  const [first, second, third] = [
    makePool('first', 300, 1),
    makePool('second', 300, 1),
    makePool('third', 300, 1),
  ];
  const large = makePool('large', 400, 1);
  for (const pool of [first, second, third, first]) await pool.ask();
  await pass(10);
  await large.ask();
  assert.deepEqual(events.slice(3), ['end second', 'start large']);
  assert.equal(usage.maxMb, 1000);
  await Promise.all([first, second, third, large].map((pool) => pool.close()));
});

test('a model too large for the machine runs in one process, and alone', async (t) => {
  const { makePool, usage, events, pass } = machine(t, 1000);
  const [large, small] = [makePool('large', 3000, 1), makePool('small', 200, 4)];
  await small.ask();
  await pass(10);
  await Promise.all([large.ask(), large.ask(), large.ask()]);
  assert.deepEqual(events, ['start small', 'end small', 'start large']);
  await pass(10);
  await small.ask();
  assert.equal(usage.maxMb, 3000);
  await Promise.all([large.close(), small.close()]);
});

test('a model with several processes at work leaves room for one of another at once', async (t) => {
  const { makePool, usage, events } = machine(t, 1000);
  const [many, other] = [makePool('many', 300, 3), makePool('other', 400, 1)];
  const [first, second, third, fourth] = [many.occupy(), many.occupy(), many.occupy(), many.occupy()];
  const waiting = other.occupy();
  await turns(5);
  assert.equal(waiting.state.began, false);
  first.finish();
  await turns(5);
  assert.equal(waiting.state.began, true);
  assert.equal(fourth.state.began, false, 'its pool continues with two processes');
  second.finish();
  await turns(5);
  assert.equal(fourth.state.began, true);
  for (const { finish } of [third, fourth, waiting]) finish();
  await Promise.all([first, second, third, fourth, waiting].map(({ done }) => done));
  assert.deepEqual(events, ['start many', 'start many', 'start many', 'end many', 'start other']);
  assert.equal(usage.maxMb, 1000);
  await Promise.all([many.close(), other.close()]);
});

test('models that do not fit together work by turns of a minute, not of a piece', async (t) => {
  const { makePool, usage, events, pass } = machine(t, 1000);
  const [one, other] = [makePool('one', 600, 1), makePool('other', 600, 1)];
  let working = 2;
  // A recording: each piece takes six seconds, and the next one is asked for a second later.
  const recognize = async (pool: typeof one) => {
    for (let piece = 0; piece < 20; piece++) {
      const { state, done, finish } = pool.occupy();
      while (!state.began) await pass(1);
      await pass(6);
      finish();
      await done;
      await pass(1);
    }
    working -= 1;
  };
  await Promise.all([recognize(one), recognize(other)]);
  assert.equal(working, 0);
  const starts = events.filter((event) => event.startsWith('start'));
  assert.deepEqual(starts.slice(0, 3), ['start one', 'start other', 'start one']);
  assert.ok(starts.length <= 10, `${starts.length} starts for 40 pieces`);
  assert.equal(usage.maxMb, 600);
  await Promise.all([one.close(), other.close()]);
});

test('of many models that want memory at once each gets its turn', async (t) => {
  const { makePool, usage, pass } = machine(t, 1000);
  const pools = [900, 200, 500, 2000, 350, 700].map((mb, i) => makePool(`${i}`, mb, mb < 400 ? 3 : 1));
  const asked = pools.flatMap((pool) => Array.from({ length: 20 }, () => pool.ask()));
  await pass(600);
  await Promise.all(asked);
  assert.equal(usage.maxMb, 2000);
  await Promise.all(pools.map((pool) => pool.close()));
  assert.equal(usage.nowMb, 0);
});

test('who is aborted while waiting for memory makes room for who waits behind', async (t) => {
  const { makePool, events } = machine(t, 1000);
  const [one, large, small] = [makePool('one', 600, 1), makePool('large', 900, 1), makePool('small', 300, 1)];
  const working = one.occupy();
  const abort = new AbortController();
  const waiting = large.occupy(abort.signal);
  const behind = small.occupy();
  await turns(5);
  assert.equal(behind.state.began, false, 'a small one does not keep the large one out');
  abort.abort(new Error('deleted'));
  await assert.rejects(waiting.done, /deleted/);
  await turns(5);
  assert.equal(behind.state.began, true);
  assert.deepEqual(events, ['start one', 'start small']);
  for (const { finish } of [working, behind]) finish();
  await Promise.all([working.done, behind.done]);
  await Promise.all([one, large, small].map((pool) => pool.close()));
});

test('a closed pool gives its memory back', async (t) => {
  const { makePool, usage } = machine(t, 1000);
  const [one, other] = [makePool('one', 900, 1), makePool('other', 900, 1)];
  const working = one.occupy();
  const waiting = other.ask();
  await one.close();
  working.finish();
  await working.done;
  await waiting;
  assert.equal(usage.maxMb, 900);
  await other.close();
  assert.equal(usage.nowMb, 0);
});
