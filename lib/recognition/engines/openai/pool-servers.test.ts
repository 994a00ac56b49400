import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Lease, poolServers, type Rank } from '#lib/recognition/engines/openai/pool-servers';
import { listServers } from '#lib/recognition/engines/openai/server';

const untried: Rank = () => 0;
const never = new AbortController().signal;

/** A pool whose rests end when they are told to; `rests` are the ones that run. */
function makePool(count: number, inFlight: number) {
  const rests: { ms: number; end: () => void }[] = [];
  const servers = listServers(Array.from({ length: count }, (_, i) => `http://gpu-${i}/v1`));
  const times = {
    restMs: (failures: number) => failures,
    after: (ms: number, act: () => void) => {
      const rest = { ms, end: () => (cancel(), act()) };
      const cancel = () => {
        if (rests.includes(rest)) rests.splice(rests.indexOf(rest), 1);
      };
      rests.push(rest);
      return cancel;
    },
  };
  const pool = poolServers(servers, { inFlight, times });
  const take = async (rank = untried): Promise<Lease> => {
    const lease = await pool.take(rank, never);
    assert.ok(lease);
    return lease;
  };
  return { pool, servers, rests, take };
}

/** True if a promise is still open once everything that could settle it now has had its turn. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  const turn = new Promise((resolve) => {
    setImmediate(() => resolve(open));
  });
  return (await Promise.race([promise.catch(() => undefined), turn])) === open;
}

test('the server with the least to do is next, and no server gets more than its share', async () => {
  const { servers, take } = makePool(3, 2);
  const leases: Lease[] = [];
  for (let i = 0; i < 6; i += 1) leases.push(await take());
  const order = leases.map(({ server }) => servers.indexOf(server));
  assert.deepEqual(order, [0, 1, 2, 0, 1, 2]);
  const seventh = take();
  assert.ok(await isOpen(seventh));
  leases[4]?.release({ kind: 'answered' });
  assert.equal((await seventh).server, servers[1]);
});

test('whoever waits gets the first room that comes, on whichever server, in order', async () => {
  const { take } = makePool(2, 1);
  const [slow, quick] = [await take(), await take()];
  const order: string[] = [];
  const first = take().then((lease) => (order.push('first'), lease));
  const second = take().then((lease) => (order.push('second'), lease));
  quick.release({ kind: 'answered' });
  const next = await first;
  assert.equal(next.server, quick.server);
  next.release({ kind: 'answered' });
  assert.equal((await second).server, quick.server);
  assert.deepEqual(order, ['first', 'second']);
  assert.equal(slow.server.inFlight, 1);
});

test('a server that failed rests, longer each time', async () => {
  const { rests, take } = makePool(1, 2);
  for (const failures of [1, 2, 3]) {
    (await take()).release({ kind: 'failed' });
    const lengths = rests.map(({ ms }) => ms);
    assert.deepEqual(lengths, [failures]);
    rests[0]?.end();
  }
});

test('after a rest one piece shows whether the server is back, and then it has all of its room', async () => {
  const { rests, take } = makePool(1, 2);
  (await take()).release({ kind: 'failed' });
  const probe = take();
  const other = take();
  assert.ok(await isOpen(probe));
  rests[0]?.end();
  const lease = await probe;
  assert.ok(await isOpen(other));
  lease.release({ kind: 'answered' });
  await other;
  await take();
});

test('pieces that failed together count as one failure, and one that answers late ends no rest', async () => {
  const { servers, rests, take } = makePool(1, 3);
  const [first, second, third] = [await take(), await take(), await take()];
  first.release({ kind: 'failed' });
  second.release({ kind: 'failed' });
  third.release({ kind: 'answered' });
  assert.equal(servers[0]?.failures, 1);
  const lengths = rests.map(({ ms }) => ms);
  assert.deepEqual(lengths, [1]);
});

test('a server that asked to be left alone rests so long, without having failed', async () => {
  const { servers, rests, take } = makePool(1, 2);
  (await take()).release({ kind: 'busy', restMs: 7000 });
  const [waiting, another] = [take(), take()];
  assert.ok(await isOpen(waiting));
  const lengths = rests.map(({ ms }) => ms);
  assert.deepEqual(lengths, [7000]);
  rests[0]?.end();
  await Promise.all([waiting, another]);
  assert.equal(servers[0]?.failures, 0);
});

test('a piece goes where it was tried least, and one that was tried goes before one that was not', async () => {
  const { servers, take } = makePool(2, 1);
  const [a, b] = [await take(), await take()];
  const fresh = take();
  const tried = take((server) => (server === a.server ? 1 : 0));
  b.release({ kind: 'answered' });
  assert.equal((await tried).server, b.server);
  assert.ok(await isOpen(fresh));
  a.release({ kind: 'answered' });
  assert.equal((await fresh).server, servers[0]);
});

test('a piece that no server is left for fails, also while it waits', async () => {
  const { pool, take } = makePool(1, 1);
  const none: Rank = () => undefined;
  assert.equal(await pool.take(none, never), undefined);
  const lease = await take();
  let isLeft = true;
  const waiting = pool.take(() => (isLeft ? 0 : undefined), never);
  assert.ok(await isOpen(waiting));
  isLeft = false;
  lease.release({ kind: 'failed' });
  assert.equal(await waiting, undefined);
});

test('a piece that is aborted leaves the line and takes no room', async () => {
  const { servers, pool, take } = makePool(1, 1);
  const lease = await take();
  const abort = new AbortController();
  const waiting = pool.take(untried, abort.signal);
  abort.abort(new Error('enough'));
  await assert.rejects(waiting, { message: 'enough' });
  await assert.rejects(pool.take(untried, abort.signal), { message: 'enough' });
  lease.release({ kind: 'answered' });
  assert.equal(servers[0]?.inFlight, 0);
});
