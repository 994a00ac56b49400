import { sql } from 'drizzle-orm';
import { workerEngines } from '#drizzle/schema/worker-engines';
import type { Db } from '#lib/db/database';
import { listEngines } from '#lib/recognition/engines';
import { env } from '#lib/settings/env';

/**
 * Announces a worker elsewhere that has the engines of this machine and the models that tell speakers apart. A web server
 * without workers of its own (`LONGHAND_ROLE=web`) offers both from then on.
 */
export async function announceSpeakers(db: Db): Promise<void> {
  const engines = await listEngines(env());
  // A worker says every few seconds that it is there; this one is taken at its word for the whole test.
  const seenAt = sql`now() + interval '1 day'`;
  await db.insert(workerEngines).values({ worker: 'elsewhere', engines, speakerModels: true, seenAt });
}
