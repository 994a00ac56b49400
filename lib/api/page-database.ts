import { database } from '#lib/db/database';
import type { Db } from '#lib/db/connect';

/** A database handle as pages hold it: only to pass it on. */
export type PageDatabase = Db;

/** The database handle that a page passes on to verbs, as `serve` passes one to an operation's handler. */
export function pageDatabase(): PageDatabase {
  return database().db;
}
