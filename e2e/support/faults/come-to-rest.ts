import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { connect, type Db } from '#lib/db/connect';
import { unusedMedia } from '#lib/jobs/retention/in-use';
import { enqueue } from '#lib/queue/enqueue';
import type { Storage } from '#lib/storage/storage';
import { sweepDownloads } from '#lib/storage/sweep-downloads';
import { sweepScratch } from '#lib/worker/sweep-scratch';
import { waitFor } from '#e2e/support/wait';
import type { Kept } from './find-violations';

/**
 * The parts of a service that a test waits for; `ageFiles` makes its stored files old enough for the sweep, if
 * possible.
 */
export interface Resting extends Pick<Kept, 'sql' | 'dataDir' | 'storage'> {
  databaseUrl: string;
  ageFiles?: (() => Promise<void>) | undefined;
}

/**
 * Waits until a service has no more work, then makes it sweep as if a day had passed: leftovers of a killed process are
 * swept, so what remains without an owner was missed by the sweep.
 */
export async function comeToRest({ sql, databaseUrl, dataDir, storage, ageFiles }: Resting): Promise<void> {
  await waitForEndOfWork(sql);
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    if (dataDir !== undefined) await tidyDisk(db, dataDir);
    await (ageFiles === undefined ? removeUnused(db, storage) : ageFiles());
    const key = `sweep ${randomUUID()}`;
    await db.transaction((tx) => enqueue(tx, 'sweep', {}, { key }));
    await waitFor('the end of the sweep', async () => {
      const left = await sql`
        select from graphile_worker.jobs where key = ${key} or task_identifier = 'remove-media' limit 1`;
      return left.length === 0 ? true : undefined;
    });
  } finally {
    await close();
  }
}

/** Waits while the remaining work shrinks: the time that a load takes depends on the machine. */
async function waitForEndOfWork(sql: Resting['sql']): Promise<void> {
  let left = await listWork(sql);
  while (left.length > 0) {
    const before = left;
    left = await waitFor(
      `the end of all work: ${before.length} pieces of it are left, such as ${before[0]}`,
      async () => {
        const now = await listWork(sql);
        return now.length < before.length ? now : undefined;
      },
    );
  }
}

async function listWork(sql: Resting['sql']): Promise<string[]> {
  const rows = await sql<Array<{ piece: string }>>`
    select concat('job ', id, ', begun ', started_at) as piece from jobs where status = 'in_progress'
    union all select concat('callback ', id) from callbacks where state = 'pending'
    union all select concat('task ', to_jsonb(tasks)) from graphile_worker.jobs as tasks
      where task_identifier in ('transcribe-job', 'render-media', 'encode-picture', 'join-picture', 'remove-media', 'deliver-callbacks')`;
  return rows.map(({ piece }) => piece);
}

/** Does a worker's hourly cleanup, with the copies and unfinished uploads of killed processes made old enough. */
async function tidyDisk(db: Db, dataDir: string): Promise<void> {
  for (const folder of ['downloads', 'uploads']) await ageFolder(path.join(dataDir, folder));
  await sweepDownloads(path.join(dataDir, 'downloads'));
  await sweepScratch({ db, scratchDir: path.join(dataDir, 'scratch') });
}

/** Does what the sweep does, for media of any age. */
async function removeUnused(db: Db, storage: Storage): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.listOlderThan(new Date('2999-01-01'))) keys.push(key);
  for (const key of await unusedMedia(db, keys)) await storage.remove(key);
}

/** Makes everything below a folder two days old. */
export async function ageFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const then = new Date(Date.now() - 48 * 3600_000);
  for (const entry of entries) {
    await utimes(path.join(entry.parentPath, entry.name), then, then);
  }
}
