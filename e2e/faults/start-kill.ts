import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays } from '#e2e/support/faults/percentile';
import { runNode, type RunningProcess } from '#e2e/support/run-process';
import { freePort } from '#e2e/support/start-longhand';
import { makeFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { clusterFolder, readDetails } from '#lib/db/embedded-cluster';
import { runningServer } from '#lib/db/embedded-server';

/** About the duration of a start on an ordinary machine. */
const startMs = 2500;

/**
 * Kills the embedded PostgreSQL with `kill -9` at random moments of starts. Each start comes up once PostgreSQL is
 * back, or ends with one clear line; every third one is told to end instead, and does, by SIGTERM and SIGINT in turn.
 */
export async function killDuringStart({ random, short }: FaultRun): Promise<void> {
  const starts = short ? 8 : 40;
  const folder = await makeFolder();
  const delays: number[] = [];
  let [stopped, ended] = [0, 0];
  const undo: Array<() => Promise<void>> = [() => rm(folder, { recursive: true, force: true })];
  try {
    for (let n = 0; n < starts; n += 1) {
      // The first start creates the database.
      const dataDir = path.join(folder, n === 0 ? 'first' : 'later');
      const running = await start(dataDir);
      undo.push(() => removeCluster(dataDir));
      const momentMs = Math.round(startMs * random());
      await sleep(momentMs);
      const which = `start ${n + 1}, PostgreSQL killed after ${momentMs} ms`;
      await killPostgres(dataDir, running).catch((error: unknown) => {
        throw new Error(`${which}:\n${running.output()}`, { cause: error });
      });
      const killedAt = performance.now();
      const signal = n % 2 === 0 ? 'SIGTERM' : 'SIGINT';
      if (n % 3 === 2) {
        await endIn(running, which, signal);
        stopped += 1;
        continue;
      }
      if (await comesUp(running, which)) delays.push(performance.now() - killedAt);
      else ended += 1;
      await endIn(running, which, signal);
    }
  } finally {
    for (const step of undo.toReversed()) await step();
  }
  note(`PostgreSQL killed during ${starts} starts: ready after`, formatDelays(delays), '');
  note('… ended with one line, ended when asked', `${ended}, ${stopped}`, 'no stack, no start that hangs');
}

async function start(dataDir: string): Promise<RunningProcess> {
  return runNode(['bin/cli.mjs', 'start'], {
    DATABASE_URL: undefined,
    LONGHAND_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LONGHAND_MODEL: 'pocketsphinx',
    LONGHAND_LOG_LEVEL: 'info',
  });
}

/** Kills the server as soon as it runs. */
async function killPostgres(dataDir: string, running: RunningProcess): Promise<void> {
  await waitFor('a PostgreSQL to kill', async () => {
    const details = await readDetails(dataDir);
    const server = details && runningServer(clusterFolder(dataDir, details));
    if (server === undefined) return /^Error|is ready/m.test(running.output()) ? true : undefined;
    process.kill(server.pid, 'SIGKILL');
    return true;
  });
}

/** Returns true if it came up, false if it ended with one clear line. */
async function comesUp(running: RunningProcess, which: string): Promise<boolean> {
  let code: number | null | undefined;
  void running.ended.then((end) => (code = end.code));
  const isUp = await waitFor(`the end of ${which}`, () => {
    if (running.output().includes('Longhand is ready')) return true;
    return code === undefined ? undefined : false;
  });
  if (isUp) return true;
  assert.equal(code, 1, `${which}:\n${running.output()}`);
  assert.doesNotMatch(running.output(), /^\s+at /m, which);
  return false;
}

/** Tells it to end, which it must do at any moment. */
async function endIn(running: RunningProcess, which: string, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  let code: number | null | undefined;
  void running.ended.then((end) => (code = end.code));
  running.kill(signal);
  try {
    await waitFor(`${which} to end when asked`, () => (code === undefined ? undefined : true));
  } catch (error) {
    running.kill('SIGKILL');
    throw error;
  }
  assert.doesNotMatch(running.output(), /^\s+at /m, `${which}:\n${running.output()}`);
}

/** Removes PostgreSQL's files, which are elsewhere if its user can't enter the data folder. */
async function removeCluster(dataDir: string): Promise<void> {
  const details = await readDetails(dataDir);
  if (details !== undefined) await rm(clusterFolder(dataDir, details), { recursive: true, force: true });
}
