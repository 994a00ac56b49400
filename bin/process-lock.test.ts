import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { processIdentity } from './process-identity.mjs';
import { takeLock } from './process-lock.mjs';

async function lockFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'longhand.lock');
}

const makeHolder = (pid: number, identity = processIdentity(pid) ?? '') =>
  JSON.stringify({ purpose: 'service', identity, pid });

test('a lock that a living process holds is refused, and its holder named', async (t) => {
  const file = await lockFile(t);
  await writeFile(file, makeHolder(process.ppid));
  const taken = await takeLock(file, 'service');
  assert.ok('holder' in taken);
  assert.equal(taken.holder.pid, process.ppid);
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
