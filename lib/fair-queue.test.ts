import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';

const maxWaitMs = 1000;

/** Work that runs until ended, in a queue: `begun` has the names in starting order. */
function makeWork(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const bring = (owner: string, name: string, signal?: AbortSignal, party?: string) =>
    queue.run(
      owner,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => {
          ends.set(name, () => resolve(name));
        });
      },
      signal,
      party,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, bring, end };
}

/** Settles once all promises that can proceed have done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an owner has one piece of work under way, whatever is free', async () => {
  const queue = createFairQueue({ slots: 4, maxWaitMs });
  const { begun, bring, end } = makeWork(queue);
  const all = [bring('a', 'a1'), bring('a', 'a2'), bring('a', 'a3')];
  await settled();
  assert.deepEqual([begun, queue.countWaiting()], [['a1'], 2]);
  for (const name of ['a1', 'a2', 'a3']) await end(name);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3']);
  assert.equal(queue.countWaiting(), 0);
});

test('there is never more work under way than there are slots', async () => {
  const { begun, bring, end } = makeWork(createFairQueue({ slots: 2, maxWaitMs }));
  const all = ['a', 'b', 'c'].map((owner) => bring(owner, owner));
  await settled();
  assert.deepEqual(begun, ['a', 'b']);
  await end('b');
  assert.deepEqual(begun, ['a', 'b', 'c']);
  await end('a');
  await end('c');
  await Promise.all(all);
});

test('thirty of one owner hold nobody else up', async () => {
  const { begun, bring, end } = makeWork(createFairQueue({ slots: 2, maxWaitMs }));
  const many = Array.from({ length: 30 }, (_, i) => bring('many', `many ${i}`));
  const other = bring('other', 'other');
  await settled();
  assert.deepEqual(begun, ['many 0', 'other']);
  await end('other');
  await other;
  for (let i = 0; i < 30; i += 1) await end(`many ${i}`);
  await Promise.all(many);
});

test('owners take turns, each with its own work in the order in which it came', async () => {
  const { begun, bring, end } = makeWork(createFairQueue({ slots: 1, maxWaitMs }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => bring(name.slice(0, 1), name));
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    assert.equal(begun.at(-1), name);
    await end(name);
  }
  await Promise.all(all);
});

test('the parties of an owner take turns, too, and have together one piece of work under way', async () => {
  const queue = createFairQueue({ slots: 2, maxWaitMs, maxWaiting: 3 });
  const { begun, bring, end } = makeWork(queue);
  const ofGuest = (name: string) => bring('a', name, undefined, 'guest');
  const all = [
    ...['g1', 'g2', 'g3', 'g4'].map(ofGuest),
    bring('a', 'o1'),
    bring('a', 'o2'),
    bring('b', 'b1'),
  ];
  await assert.rejects(ofGuest('g5'), QueueBusy);
  for (const name of ['g1', 'g2', 'o1', 'g3', 'o2', 'g4']) {
    assert.equal(
      begun.findLast((each) => each !== 'b1'),
      name,
    );
    await end(name);
  }
  assert.equal(begun[1], 'b1');
  await end('b1');
  await Promise.all(all);
  assert.equal(queue.countWaiting(), 0);
});

test('where too much of all waits, whoever comes is refused at once', async () => {
  const queue = createFairQueue({ slots: 1, maxWaitMs, maxWaitingInAll: 2 });
  const { bring, end } = makeWork(queue);
  const all = ['a', 'b', 'c'].map((owner) => bring(owner, owner));
  await assert.rejects(bring('d', 'd'), QueueBusy);
  await end('a');
  all.push(bring('d', 'd'));
  for (const name of ['b', 'c', 'd']) await end(name);
  await Promise.all(all);
});

test('work whose turn does not come in time never begins', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = createFairQueue({ slots: 1, maxWaitMs });
  const { begun, bring, end } = makeWork(queue);
  const first = bring('a', 'a1');
  await settled();
  const late = assert.rejects(bring('b', 'b1'), QueueBusy);
  t.mock.timers.tick(maxWaitMs);
  await late;
  assert.equal(queue.countWaiting(), 0);
  await end('a1');
  assert.equal(await first, 'a1', 'what is under way has no limit');
  assert.deepEqual(begun, ['a1']);
});

test('an owner with too much waiting is refused at once, and others are not', async () => {
  const queue = createFairQueue({ slots: 1, maxWaitMs, maxWaiting: 2 });
  const { begun, bring, end } = makeWork(queue);
  const all = ['a1', 'a2', 'a3'].map((name) => bring('a', name));
  await settled();
  await assert.rejects(bring('a', 'a4'), QueueBusy);
  all.push(bring('b', 'b1'));
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  all.push(bring('a', 'a5'));
  for (const name of ['a3', 'a5']) await end(name);
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a5']);
});

test('a caller that gives up leaves the queue with the reason, and the next one moves up', async () => {
  const queue = createFairQueue({ slots: 1, maxWaitMs });
  const { begun, bring, end } = makeWork(queue);
  const gone = new AbortController();
  const reason = new Error('the client has gone');
  const first = bring('a', 'a1');
  const refused = assert.rejects(bring('b', 'b1', gone.signal), reason);
  const next = bring('b', 'b2');
  await settled();
  gone.abort(reason);
  await refused;
  assert.equal(queue.countWaiting(), 1);
  await end('a1');
  await end('b2');
  await Promise.all([first, next]);
  assert.deepEqual(begun, ['a1', 'b2']);
  await assert.rejects(bring('a', 'a2', gone.signal), reason);
  const going = new AbortController();
  const free = bring('a', 'a3', going.signal);
  going.abort(reason);
  await assert.rejects(free, reason);
  assert.deepEqual(begun, ['a1', 'b2']);
});

test('work that fails tells its error and gives its slot back', async () => {
  const queue = createFairQueue({ slots: 1, maxWaitMs });
  const error = new Error('no media');
  await assert.rejects(
    queue.run('a', () => Promise.reject(error)),
    error,
  );
  assert.equal(await queue.run('a', () => Promise.resolve('done')), 'done');
});
