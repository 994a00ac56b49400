import { mkdir } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listTables, ownSchemas, quoteColumns, quoteTable, type Table } from '#lib/backup/list-tables';
import { BackupProblem, type BackupFile, type Manifest } from '#lib/backup/manifest';
import { measureStream } from '#lib/backup/measure-stream';
import { withClient } from '#lib/backup/with-client';
import { readKnownMigrations } from '#lib/db/migrations/known-migrations';

/** The contents of a dump, and the keys of all media that its rows refer to. */
export interface DatabaseDump extends Pick<
  Manifest,
  'lastMigration' | 'queueMigration' | 'takenAt' | 'tables' | 'sequences'
> {
  files: BackupFile[];
  mediaKeys: string[];
}

/** Writes all tables' rows, in one snapshot, to `database/` while the service runs. Throws a `BackupProblem`. */
export async function dumpDatabase(
  databaseUrl: string,
  folder: string,
  {
    signal,
    onProgress = () => {},
  }: { signal?: AbortSignal; onProgress?: (done: number, all: number) => void },
): Promise<DatabaseDump> {
  await mkdir(path.join(folder, 'database'), { mode: 0o700 });
  return withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const { rows: moment } = await client.query<{ now: Date }>('select now()');
    const tables = await listTables(client);
    if (tables.length === 0) throw new BackupProblem('The database is empty: there is nothing to back up.');
    // Blocks changes of the tables' definitions until they are read.
    await client.query(`lock table ${tables.map(quoteTable).join(', ')} in access share mode`);
    const written: Manifest['tables'] = [];
    const files: BackupFile[] = [];
    for (const table of tables) {
      signal?.throwIfAborted();
      const { file, rows } = await dumpTable(client, table, { folder, signal });
      written.push({ ...table, rows, file: file.path });
      files.push(file);
      onProgress(written.length, tables.length);
    }
    return {
      ...(await readMigrations(client)),
      takenAt: (moment[0]?.now ?? new Date()).toISOString(),
      tables: written,
      files,
      mediaKeys: await listMediaKeys(client, tables),
      // Read last: sequences are not part of the snapshot, and must be past all of its rows.
      sequences: await readSequences(client),
    };
  });
}

async function dumpTable(
  client: Client,
  table: Table,
  { folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<{ file: BackupFile; rows: number }> {
  const relative = `database/${table.schema}.${table.name}.copy.gz`;
  const measure = measureStream();
  const rows = client.query(copyTo(`copy ${quoteColumns(table)} to stdout`));
  const file = createWriteStream(path.join(folder, relative), { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(rows, createGzip(), measure.stream, file, { ...(signal && { signal }) });
  return { file: { path: relative, ...measure.result() }, rows: rows.rowCount };
}

async function readMigrations(client: Client): Promise<{ lastMigration: string; queueMigration: number }> {
  const { rows } = await client.query<{ madeAt: string | null; queue: number | null }>(
    `select (select max(created_at)::text from drizzle.__drizzle_migrations) as "madeAt",
       (select max(id)::int from graphile_worker.migrations) as queue`,
  );
  const madeAt = Number(rows[0]?.madeAt);
  const last = readKnownMigrations().find((migration) => migration.madeAt === madeAt);
  if (last === undefined)
    throw new BackupProblem(
      'The database belongs to a later version of Longhand. Back it up with that version.',
    );
  return { lastMigration: last.tag, queueMigration: rows[0]?.queue ?? 0 };
}

/** The tables that refer to media, in columns whose names end in `_key` in every version. */
const mediaTables = new Set(['jobs', 'picture_parts']);

async function listMediaKeys(client: Client, tables: readonly Table[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const { schema, name, columns } of tables) {
    if (schema !== 'public' || !mediaTables.has(name)) continue;
    const named = columns
      .filter((column) => column.endsWith('_key'))
      .map((column) => escapeIdentifier(column));
    if (named.length === 0) continue;
    const { rows } = await client.query<{ key: string }>(
      `select distinct key from public.${name}, unnest(array[${named.join(', ')}]) as key where key is not null`,
    );
    for (const { key } of rows) keys.add(key);
  }
  return [...keys];
}

async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [ownSchemas],
  );
  return rows;
}
