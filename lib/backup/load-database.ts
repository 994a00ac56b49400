import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ownSchemas, quoteColumns, quoteTable } from '#lib/backup/list-tables';
import { BackupProblem, type Manifest, type ReadOptions } from '#lib/backup/manifest';
import { withClient } from '#lib/backup/with-client';
import { withoutConcurrency } from '#lib/db/migrations/apply-migration';
import { createMigrationsTable, readKnownMigrations } from '#lib/db/migrations/known-migrations';
import { migrateQueue } from '#lib/db/migrations/migrate';

/** Excludes objects that an extension has created. */
const notOfExtension = (catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`;

const findings = [
  `select format('drop %s if exists %s cascade', case o.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, o.oid::regclass)
   from pg_class o where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p', 'v', 'm') and ${notOfExtension('pg_class')}`,
  `select format('drop sequence if exists %s cascade', o.oid::regclass)
   from pg_class o where o.relnamespace = 'public'::regnamespace and o.relkind = 'S' and ${notOfExtension('pg_class')}`,
  `select format('drop routine if exists %s cascade', o.oid::regprocedure)
   from pg_proc o where o.pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc')}`,
  `select format('drop type if exists %s cascade', o.oid::regtype)
   from pg_type o where o.typnamespace = 'public'::regnamespace and o.typtype in ('e', 'd') and ${notOfExtension('pg_type')}`,
];

/** Older servers reject rows that use an enum value added in the same transaction. */
const newEnumsAtOnce = 17;

/**
 * Replaces the database's contents with the backup's, in the tables of that version: `migrate` brings them up to date.
 * If it fails, the database is unchanged, but may be empty before PostgreSQL 17. Throws a `BackupProblem` if the backup
 * needs a later version of Longhand. `onProgress` gets the numbers of loaded and of all tables.
 */
export async function loadDatabase(
  databaseUrl: string,
  folder: string,
  { manifest, signal, onProgress = () => {} }: ReadOptions,
): Promise<void> {
  const migrations = chooseMigrations(manifest);
  await migrateQueue(databaseUrl);
  await withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await checkQueue(client, manifest);
    await removeTables(client);
    for (const statement of migrations) await client.query(statement);
    if ((await readVersion(client)) < newEnumsAtOnce) await client.query('commit; begin');
    const references = await dropReferences(client);
    const tables = manifest.tables.map(quoteTable);
    if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`);
    for (const [done, table] of manifest.tables.entries()) {
      signal?.throwIfAborted();
      await loadTable(client, path.join(folder, table.file), { table, signal });
      onProgress(done + 1, tables.length);
    }
    for (const reference of references) await client.query(reference);
    for (const sequence of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [quoteTable(sequence), sequence.value]);
    }
    await client.query('commit');
    await client.query('analyze');
  });
}

async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  return rows[0]?.version ?? 0;
}

/** Returns the statements that create the tables as of the backup. */
function chooseMigrations({ lastMigration }: Manifest): string[] {
  const known = readKnownMigrations();
  const last = known.findIndex(({ tag }) => tag === lastMigration);
  if (last === -1) {
    throw new BackupProblem(`The backup needs a later version of Longhand, which has ${lastMigration}.`);
  }
  return [
    ...createMigrationsTable,
    ...known.slice(0, last + 1).flatMap(({ statements }) => statements.map(withoutConcurrency)),
  ];
}

async function checkQueue(client: Client, { queueMigration }: Manifest): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  );
  if ((rows[0]?.id ?? 0) < queueMigration) {
    throw new BackupProblem(
      "The backup needs a later version of Longhand: its queue is newer than this version's.",
    );
  }
}

/** Drops the foreign keys, which are checked when created again. Returns the statements that create them. */
async function dropReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and n.nspname = any($1)`,
    [ownSchemas],
  );
  const alterations = rows.map(({ table, name, definition }) => ({
    drop: `alter table ${table} drop constraint ${escapeIdentifier(name)}`,
    add: `alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`,
  }));
  for (const { drop } of alterations) await client.query(drop);
  return alterations.map(({ add }) => add);
}

async function loadTable(
  client: Client,
  file: string,
  { table, signal }: { table: Manifest['tables'][number]; signal: AbortSignal | undefined },
): Promise<void> {
  const rows = client.query(copyFrom(`copy ${quoteColumns(table)} from stdin`));
  await pipeline(createReadStream(file), createGunzip(), rows, { ...(signal && { signal }) });
  if (rows.rowCount !== table.rows) {
    throw new BackupProblem(`${file} has ${rows.rowCount} rows instead of ${table.rows}.`);
  }
}

/** Drops what migrations of any version created, but not the schema, its grants, extensions, or the queue's tables. */
async function removeTables(client: Client): Promise<void> {
  for (const finding of findings) {
    const { rows } = await client.query<{ format: string }>(finding);
    for (const { format } of rows) await client.query(format);
  }
  await client.query('drop schema if exists drizzle cascade');
}
