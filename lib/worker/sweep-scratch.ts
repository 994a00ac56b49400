import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { jobsAtWork } from '#lib/jobs/retention/in-use';
import { log } from '#lib/settings/log';
import type { WorkerContext } from '#lib/worker/transcribe-job';

/** Deletes scratch folders of jobs that nobody works on, left by crashed processes. */
export async function sweepScratch({
  db,
  scratchDir,
}: Pick<WorkerContext, 'db' | 'scratchDir'>): Promise<void> {
  const folders = await readdir(scratchDir).catch(() => []);
  const busy = new Set(await jobsAtWork(db, folders));
  const left = folders.filter((folder) => !busy.has(folder));
  for (const folder of left) await rm(path.join(scratchDir, folder), { recursive: true, force: true });
  if (left.length > 0) log().info({ scratch: left.length }, 'scratch folders removed');
}
