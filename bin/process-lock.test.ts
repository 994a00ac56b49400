import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { takeLock, waitForRenewal, processIdentity } from './process-lock.mjs';
import { makeTestFolder } from '#e2e/support/temporary-folder';

async function lockFile(t: TestContext): Promise<string> {
  const folder = await makeTestFolder(t);
  return path.join(folder, 'longhand.lock');
}

const makeHolder = (pid: number, identity = processIdentity(pid) ?? '') =>
  JSON.stringify({ purpose: 'service', identity, pid });

/** A holder in another container, which had the same boot and whose process has the number of one of ours. */
const makeHolderElsewhere = (more: object = {}) =>
  JSON.stringify({
    purpose: 'service',
    identity: processIdentity(process.pid),
    pid: process.pid,
    place: 'another container',
    host: '3f2a81c09d4e',
    ...more,
  });

/** Long before the last moment when a living holder would have renewed its lock. */
const longAgo = new Date(0);

test('a lock that a living process holds is refused, and its holder named', async (t) => {
  const file = await lockFile(t);
  await writeFile(file, makeHolder(process.ppid));
  const taken = await takeLock(file, 'service');
  assert.ok('holder' in taken);
  assert.equal(taken.holder.pid, process.ppid);
  assert.equal(taken.holder.isElsewhere, false);
});

test('a lock is free once released', async (t) => {
  const file = await lockFile(t);
  const taken = await takeLock(file, 'service');
  assert.ok('lock' in taken);
  assert.equal(taken.lock.wasStale, false);
  taken.lock.release();
  assert.equal(existsSync(file), false);
});

test('a lock whose holder was killed, or whose number is now another process, is taken', async (t) => {
  const file = await lockFile(t);
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const left of [makeHolder(pid, `${pid} 1`), makeHolder(process.ppid, `${process.ppid} 1`), '{"purp']) {
    await writeFile(file, left);
    const taken = await takeLock(file, 'service');
    assert.ok('lock' in taken, left);
    assert.equal(taken.lock.wasStale, true);
    taken.lock.release();
  }
});

test('a lock of another container is refused while its holder renews it, and taken once it has not for a minute', async (t) => {
  const file = await lockFile(t);
  await writeFile(file, makeHolderElsewhere());
  const refused = await takeLock(file, 'command');
  assert.ok('holder' in refused);
  assert.equal(refused.holder.isElsewhere, true);
  assert.equal(refused.holder.host, '3f2a81c09d4e');
  await utimes(file, longAgo, longAgo);
  const taken = await takeLock(file, 'command');
  assert.ok('lock' in taken);
  assert.equal(taken.lock.wasStale, true);
  taken.lock.release();
});

test('parts on several machines with one database may share a folder, but none takes it from a database in it', async (t) => {
  const file = await lockFile(t);
  await writeFile(file, makeHolderElsewhere({ isShared: true }));
  assert.ok('holder' in (await takeLock(file, 'service')));
  const taken = await takeLock(file, 'service', { isShared: true });
  assert.ok('lock' in taken);
  taken.lock.release();
  await writeFile(file, makeHolderElsewhere());
  assert.ok('holder' in (await takeLock(file, 'service', { isShared: true })));
});

test('a holder renews its lock until it releases it', async (t) => {
  const file = await lockFile(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const taken = await takeLock(file, 'service');
  assert.ok('lock' in taken);
  await utimes(file, longAgo, longAgo);
  t.mock.timers.tick(10_000);
  assert.notDeepEqual((await stat(file)).mtime, longAgo);
  taken.lock.release();
  await writeFile(file, makeHolderElsewhere());
  await utimes(file, longAgo, longAgo);
  t.mock.timers.tick(10_000);
  assert.deepEqual((await stat(file)).mtime, longAgo);
});

test('a holder whose lock another process has taken meanwhile ends', async (t) => {
  const file = await lockFile(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const exit = t.mock.method(process, 'exit', () => {});
  t.mock.method(process.stderr, 'write', () => true);
  const taken = await takeLock(file, 'service');
  assert.ok('lock' in taken);
  await writeFile(file, makeHolderElsewhere());
  t.mock.timers.tick(5_000);
  assert.deepEqual(exit.mock.calls[0]?.arguments, [1]);
  taken.lock.release();
});

test('a sign of life is a renewal; a lock that is released or goes stale gives none', async (t) => {
  const file = await lockFile(t);
  await writeFile(file, makeHolderElsewhere());
  const renewed = waitForRenewal(file);
  await utimes(file, new Date(), new Date());
  assert.equal(await renewed, true);
  const released = waitForRenewal(file);
  await rm(file);
  assert.equal(await released, false);
  await writeFile(file, makeHolderElsewhere());
  await utimes(file, longAgo, longAgo);
  assert.equal(await waitForRenewal(file), false);
});
