import { eq, sql } from 'drizzle-orm';
import { workerEngines } from '#drizzle/schema/worker-engines';
import type { Db } from '#lib/db/connect';
import { canTellSpeakers, listEngines } from '#lib/recognition/engines';
import { readInstallation } from '#lib/recognition/models/state-files';
import type { Env } from '#lib/settings/env';

/** Stores this worker's currently available engines in the database. Idempotent. */
export async function announceEngines(
  db: Db,
  { worker, settings }: { worker: string; settings: Env },
): Promise<void> {
  const [engines, speakerModels, installation = null] = await Promise.all([
    listEngines(settings),
    canTellSpeakers(settings),
    readInstallation(settings.modelsDir),
  ]);
  const offer = { engines, speakerModels, installation, seenAt: sql`now()` };
  await db
    .insert(workerEngines)
    .values({ worker, ...offer })
    .onConflictDoUpdate({ target: workerEngines.worker, set: offer });
}

/** Deletes this worker's announcement when it exits. */
export async function withdrawEngines(db: Db, { worker }: { worker: string }): Promise<void> {
  await db.delete(workerEngines).where(eq(workerEngines.worker, worker));
}
