import { readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** Relative to the working folder of every process. */
const migrationsFolder = 'drizzle/migrations';

/** A migration that this version comes with. `madeAt`, in milliseconds, is what a database remembers of it. */
export interface KnownMigration {
  tag: string;
  madeAt: number;
  hash: string;
  statements: string[];
}

/** The statements that make the table of the applied migrations where it is missing, as drizzle-orm's own migrator has it. */
export const createMigrationsTable = [
  'create schema if not exists drizzle',
  'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
];

/** All migrations of this version, in their order. */
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
