import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSuiteCosts, runScheduled, type Schedule } from './schedule';

const suites = ['short', 'computes', 'waits', 'also computes', 'unmeasured'].map((name) => ({ name }));
const costs = {
  short: { seconds: 5, cores: 0.9 },
  computes: { seconds: 60, cores: 1 },
  waits: { seconds: 40, cores: 0.1 },
  'also computes': { seconds: 50, cores: 1 },
};

/** Runs the suites, each until `end` is called; gives what runs now and what has begun, in order. */
function start(cores: number, options: Partial<Schedule<{ name: string }>> = {}) {
  const begun: string[] = [];
  const running = new Map<string, (fault?: Error) => void>();
  const all = runScheduled(suites, {
    cores,
    costs,
    ...options,
    run: ({ name }) =>
      new Promise((resolve, reject) => {
        begun.push(name);
        running.set(name, (fault) => (fault === undefined ? resolve() : reject(fault)));
      }),
  });
  const end = async (name: string, fault?: Error) => {
    running.get(name)?.(fault);
    running.delete(name);
    await new Promise(setImmediate);
  };
  return { all, begun, end, now: () => [...running.keys()] };
}

test('the longest begin first, and what waits runs beside what computes', async () => {
  const { all, begun, end, now } = start(1.2);
  assert.deepEqual(now(), ['computes', 'waits']);
  await end('computes');
  assert.deepEqual(now(), ['waits', 'also computes']);
  await end('also computes');
  assert.deepEqual(now(), ['waits', 'unmeasured']);
  await end('unmeasured');
  await end('waits');
  await end('short');
  await all;
  assert.deepEqual(begun, ['computes', 'waits', 'also computes', 'unmeasured', 'short']);
});

test('a suite that is too much for the machine runs alone', async () => {
  const { all, end, now } = start(0.5);
  for (const name of ['computes', 'also computes']) {
    assert.deepEqual(now(), [name]);
    await end(name);
  }
  for (const name of ['waits', 'unmeasured', 'short']) await end(name);
  await all;
});

test('a run that throws is reported', async () => {
  const { all, end } = start(9);
  const failed = assert.rejects(all, /broken/);
  await end('waits', new Error('broken'));
  await failed;
});

test('what is likely to fail begins first, whatever its length', async () => {
  const { all, begun, end } = start(0.5, { isRisky: ({ name }) => name === 'short' || name === 'waits' });
  for (const name of ['waits', 'short', 'computes', 'also computes', 'unmeasured']) await end(name);
  assert.deepEqual(await all, []);
  assert.deepEqual(begun, ['waits', 'short', 'computes', 'also computes', 'unmeasured']);
});

test('where the time is not enough for all, the shortest run, and what would not end in time is given back', async () => {
  const time = { seconds: 200, isEnough: false };
  const { all, begun, end } = start(0.5, { time: () => time, isRisky: ({ name }) => name === 'computes' });
  for (const name of ['computes', 'short', 'unmeasured']) await end(name);
  time.seconds = 45;
  await end('waits');
  assert.deepEqual(begun, ['computes', 'short', 'unmeasured', 'waits']);
  const left = await all;
  assert.deepEqual(
    left.map(({ name }) => name),
    ['also computes'],
  );
});

test('a suite end to end costs what its files do, and no less than shared services take for it', () => {
  const measured = {
    'e2e/a.test.ts': { seconds: 10, cores: 1.5 },
    'e2e/b.test.ts': { seconds: 30, cores: 0.5 },
    'database tests': { seconds: 100, cores: 0 },
  };
  const suite = (name: string, height: 'end to end' | 'database', ...files: string[]) => ({
    ...{ name, height, files },
  });
  const found = addSuiteCosts(measured, [
    suite('both', 'end to end', 'e2e/a.test.ts', 'e2e/b.test.ts'),
    suite('with a new one', 'end to end', 'e2e/a.test.ts', 'e2e/new.test.ts'),
    suite('quiet', 'end to end', 'e2e/b.test.ts'),
    suite('database tests', 'database', 'lib/a.db.test.ts', 'lib/b.db.test.ts'),
  ]);
  assert.deepEqual(found, {
    ...measured,
    both: { seconds: 40, cores: 0.75 },
    'with a new one': { seconds: 40, cores: 0.9 },
    quiet: { seconds: 30, cores: 0.7 },
    'database tests': { seconds: 100, cores: 0.1 },
  });
});
