import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { waitFor } from '#e2e/support/wait';
import { startServer } from '#lib/db/embedded-server';

/* Slow starts, on a fake clock: a program prints what PostgreSQL would. */

const stepMs = 20_000;

/** Starts a program that says nothing until there is a file `starting`, and is ready as soon as there is one `ready`. */
async function start(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-server-'));
  await mkdir(path.join(folder, 'bin'));
  const program = `#!/bin/sh
    trap 'exit 0' INT
    pid() { printf '%s\\n\\n\\n1\\n\\n\\n\\n%s\\n' $$ "$1" >pid.new && mv pid.new postmaster.pid; }
    said=
    while :; do
      for state in starting ready; do
        if [ -e $state ] && [ "$said" != $state ]; then pid $state; said=$state; fi
      done
      sleep 0.05
    done`;
  await writeFile(path.join(folder, 'bin', 'postgres'), program, { mode: 0o700 });
  let aheadMs = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + aheadMs);
  const said: string[] = [];
  const stop = new AbortController();
  const started = startServer({
    ...{
      binaries: { folder, major: '' },
      user: undefined,
      folder,
      logFile: path.join(folder, 'log'),
      port: 1,
    },
    ...{ settings: {}, say: (line: string) => void said.push(line), signal: stop.signal },
  });
  started.catch(() => {});
  t.after(async () => {
    stop.abort();
    const child = await started.catch(() => undefined);
    if (child !== undefined && 'kill' in child) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const enter = async (state: 'starting' | 'ready') => {
    await writeFile(path.join(folder, state), '');
    if (state === 'starting') await waitFor('it to start', () => readPid(folder));
  };
  /** Puts the clock forward until `isOver`. */
  const pass = (isOver: boolean): true | undefined => {
    if (!isOver) aheadMs += stepMs;
    return isOver || undefined;
  };
  return { folder, said, stop, started, enter, pass };
}

async function readPid(folder: string): Promise<number | undefined> {
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return text === '' ? undefined : Number.parseInt(text, 10);
}

test('a PostgreSQL that recovers is waited for, and said to, however long it takes', async (t) => {
  const { said, started, enter, pass } = await start(t);
  await enter('starting');
  await waitFor('the fifth word on it', () => pass(said.length === 5));
  await enter('ready');
  assert.ok('pid' in (await started));
  assert.deepEqual(new Set(said), new Set(['PostgreSQL is recovering…']));
});

test('one that says nothing of its start within a minute is ended', async (t) => {
  const { started, pass } = await start(t);
  let hasEnded = false;
  void started.then(() => (hasEnded = true));
  await waitFor('its end', () => pass(hasEnded));
  assert.ok('retry' in (await started));
});

test('one that recovers is ended when the start is cut off', async (t) => {
  const { folder, stop, started, enter } = await start(t);
  await enter('starting');
  const pid = (await readPid(folder)) ?? assert.fail();
  stop.abort(new Error('asked to stop'));
  await assert.rejects(started, { message: 'asked to stop' });
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});
