import { sql } from 'drizzle-orm';
import { workerEngines } from '#drizzle/schema/worker-engines';
import type { Db } from '#lib/db/database';
import { listEngines } from '#lib/recognition/engines';
import { env, type Env } from '#lib/settings/env';

/**
 * Announces a remote worker that has the engines of this machine and the models that tell speakers apart. Returns the
 * settings of a web server without workers of its own, which offers both from then on.
 */
export async function announceSpeakers(db: Db): Promise<Pick<Env, 'role'>> {
  const engines = await listEngines(env());
  // A worker reports every few seconds that it is alive; this one counts as alive for the whole test.
  const seenAt = sql`now() + interval '1 day'`;
  const worker = { worker: 'elsewhere', engines, speakerModels: true, seenAt };
  await db.insert(workerEngines).values(worker).onConflictDoNothing();
  return { role: 'web' };
}
