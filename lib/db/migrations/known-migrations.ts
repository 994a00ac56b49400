import { readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** Relative to every process's working directory. */
const migrationsFolder = 'drizzle/migrations';

/** A migration of this version. Databases record its `madeAt`, in milliseconds. */
export interface KnownMigration {
  tag: string;
  madeAt: number;
  hash: string;
  statements: string[];
}

/** The statements that create the table of applied migrations, same as in drizzle-orm's migrator. */
export const createMigrationsTable = [
  'create schema if not exists drizzle',
  'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
];

/** Reads all migrations of this version, in order. */
export function readKnownMigrations(): KnownMigration[] {
  const journal = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder }).map(
    ({ folderMillis: madeAt, hash, sql: statements }, i) => ({
      tag: journal.entries[i]?.tag ?? '',
      madeAt,
      hash,
      statements,
    }),
  );
}
