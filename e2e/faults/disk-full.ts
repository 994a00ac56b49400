import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresProcess } from '#bin/start/postgres-process';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { makeSmallDisk, whyNoSmallDisk, type SmallDisk } from '#e2e/support/small-disk';
import { noteAnswers, startLoad, type Load } from '#e2e/support/faults/start-load';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { waitFor } from '#e2e/support/wait';

const fullMs = 30_000;

/**
 * Fills the disk of uploads and worker for a while, with jobs under way; then that of the worker alone, then that of
 * the database.
 */
export async function fillDisks(run: FaultRun): Promise<void> {
  const why = whyNoSmallDisk();
  if (why !== undefined) return note('Disk full', why, '');
  await fillDataFolder(run);
  await fillScratch(run);
  await fillDatabase(run);
}

async function fillDataFolder(run: FaultRun): Promise<void> {
  const disk = makeSmallDisk(64 * 1024);
  const dataDir = path.join(disk.folder, 'data');
  await mkdir(dataDir);
  try {
    const victim = await startVictim({ LONGHAND_DATA_DIR: dataDir });
    try {
      await fillUnder(victim, disk, run, 'Disk of uploads and worker full');
    } finally {
      await victim.stop();
    }
  } finally {
    disk.remove();
  }
}

/** Fills the worker's disk only: uploads find room and are acknowledged, but no job can be processed. */
async function fillScratch({ random, short }: FaultRun): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-data-'));
  await mkdir(path.join(dataDir, 'scratch'));
  const disk = makeSmallDisk(16 * 1024, path.join(dataDir, 'scratch'));
  try {
    const victim = await startVictim({ LONGHAND_DATA_DIR: dataDir });
    try {
      await victim.submit(victim.sounds.long);
      const load = startLoad(victim, { clients: 2, random });
      await waitFor('work', () => (victim.acknowledged.size > 4 ? true : undefined));
      await disk.fill();
      const known = victim.acknowledged.size;
      await waitFor('submissions meanwhile', () => (victim.acknowledged.size > known + 4 ? true : undefined));
      await waitFor('a worker that says why it waits', () =>
        victim.longhand.output().includes('"msg":"storage-full"') ? true : undefined,
      );
      await sleep(short ? 1000 : fullMs);
      await load.stop();
      const waiting = [...victim.acknowledged].at(-1) ?? '';
      await disk.free();
      const back = performance.now();
      await victim.client.ended(waiting);
      const seconds = (performance.now() - back) / 1000;
      await finish(victim, load);
      note(
        'Disk of the worker alone full: last job ended after there is room',
        `${seconds.toFixed(1)} s`,
        '',
      );
      noteAnswers(load, [200]);
    } finally {
      await victim.stop();
    }
  } finally {
    disk.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fillDatabase(run: FaultRun): Promise<void> {
  const disk = makeSmallDisk(400 * 1024);
  const postgres = await startPostgresProcess(disk.folder, {
    onMoved: () => console.error('PostgreSQL has moved'),
  });
  try {
    const victim = await startVictim({}, { server: postgres.url() });
    try {
      await fillUnder(victim, disk, run, 'Disk of the database full');
    } finally {
      await victim.stop();
    }
  } finally {
    await postgres.stop();
    disk.remove();
  }
}

async function fillUnder(
  victim: Victim,
  disk: SmallDisk,
  { random, short }: FaultRun,
  what: string,
): Promise<void> {
  const web = await victim.longhand.findPid('app/server.js');
  await victim.submit(victim.sounds.long);
  const load = startLoad(victim, { clients: 4, random });
  await waitFor('work', () => (victim.acknowledged.size > 4 ? true : undefined));
  await disk.fill();
  await waitFor('a refusal', () =>
    (load.answers.get(507) ?? 0) + (load.answers.get(503) ?? 0) > 0 ? true : undefined,
  );
  await sleep(short ? 1000 : fullMs);
  const known = victim.acknowledged.size;
  await disk.free();
  const back = performance.now();
  await waitFor('the next acknowledged job', () => (victim.acknowledged.size > known ? true : undefined));
  const seconds = (performance.now() - back) / 1000;
  await load.stop();
  assert.equal(await victim.longhand.findPid('app/server.js'), web);
  await finish(victim, load);
  note(`${what}: next job after there is room`, `${seconds.toFixed(1)} s`, 'without a restart');
  noteAnswers(load, [200, 503, 507]);
  note('… jobs that failed', `0 of ${victim.acknowledged.size}`, 'none');
}

async function finish(victim: Victim, load: Load): Promise<void> {
  assert.deepEqual(load.faults, []);
  await victim.check();
  const failed = await victim.longhand.sql`select from jobs where status = 'failed'`;
  assert.equal(failed.length, 0);
}
