import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createThreadPool, ThreadLost } from '#lib/threads/thread-pool';

/** A thread that does as it is told; the number of each tells whether it is another. */
const program = `
  const { parentPort, threadId } = require('node:worker_threads');
  const acts = {
    echo: (input) => input,
    number: () => threadId,
    hang: () => { for (;;); },
    end: () => process.exit(3),
    throw: () => { throw new Error('not so'); },
    crash: () => { setImmediate(() => { throw new Error('crashed'); }); return new Promise(() => {}); },
    fill: () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); },
  };
  parentPort.on('message', async ({ name, input }) => {
    try {
      parentPort.postMessage({ result: await acts[name](input) });
    } catch (error) {
      parentPort.postMessage({ error: error.stack });
    }
  });`;

function makePool(limits: Partial<Parameters<typeof createThreadPool>[0]> = {}) {
  const started: Worker[] = [];
  const pool = createThreadPool({
    start() {
      const resourceLimits = { maxOldGenerationSizeMb: 20, maxYoungGenerationSizeMb: 4 };
      const thread = new Worker(program, { eval: true, execArgv: [], resourceLimits });
      started.push(thread);
      return thread;
    },
    ...{ timeoutMs: 60_000, unwantedMs: 60_000, idleMs: 60_000 },
    ...limits,
  });
  const ask = (name: string, input?: unknown, signal?: AbortSignal) => pool.ask({ name, input }, signal);
  return { ask, started };
}

test('one thread does one task after the other; two tasks at once take two', async () => {
  const { ask, started } = makePool();
  assert.equal(await ask('echo', 'one'), 'one');
  assert.deepEqual(await ask('echo', new Map([['two', 2]])), new Map([['two', 2]]));
  assert.equal(started.length, 1);
  const [first, second] = await Promise.all([ask('number'), ask('number')]);
  assert.notEqual(first, second);
  assert.equal(started.length, 2);
});

test('what a function throws is thrown, with its stack, and its thread works on', async () => {
  const { ask, started } = makePool();
  await assert.rejects(ask('throw'), /not so/);
  assert.equal(await ask('echo', 1), 1);
  assert.equal(started.length, 1);
});

for (const name of ['end', 'crash', 'fill']) {
  test(`a thread that is lost (${name}) is told from a failure, and the next task has another`, async () => {
    const { ask, started } = makePool();
    const [lost, beside] = await Promise.allSettled([ask(name), ask('echo', 'beside')]);
    assert.ok(lost.status === 'rejected' && lost.reason instanceof ThreadLost);
    assert.deepEqual(beside, { status: 'fulfilled', value: 'beside' });
    assert.equal(await ask('echo', 'next'), 'next');
    assert.ok(started.length <= 3);
  });
}

test('a thread that hangs is ended when its time is up, and the next task has another', async () => {
  const { ask } = makePool({ timeoutMs: 2000 });
  await assert.rejects(ask('hang'), ThreadLost);
  assert.equal(await ask('echo', 'next'), 'next');
});

test('a task that nobody wants any more ends soon, or with its thread', async () => {
  const leaving = new AbortController();
  const { ask, started } = makePool({ unwantedMs: 0 });
  const hanging = ask('hang', undefined, leaving.signal);
  leaving.abort();
  await assert.rejects(hanging, ThreadLost);
  const patient = makePool();
  const short = patient.ask('number', undefined, leaving.signal);
  assert.equal(await short, await patient.ask('number'));
  assert.equal(started.length, 1);
});

test('a thread that ends while it waits for work is not asked again', async () => {
  const { ask, started } = makePool();
  const number = await ask('number');
  await started[0]?.terminate();
  assert.notEqual(await ask('number'), number);
});
