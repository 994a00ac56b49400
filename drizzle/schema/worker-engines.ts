import { boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Installation } from '#lib/recognition/models/state-files';
import type { EngineDescription } from '#lib/recognition/engine';

/** The engines of each transcribing worker process, for web servers on other machines. */
export const workerEngines = pgTable('worker_engines', {
  worker: text().primaryKey(),
  /** In the worker's order of preference. */
  engines: jsonb().$type<EngineDescription[]>().notNull(),
  speakerModels: boolean('speaker_models').notNull(),
  /** Models still to be installed on its machine; null for none. */
  installation: jsonb().$type<Installation>(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
});
