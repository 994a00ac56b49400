import { BackupProblem } from '#lib/backup/manifest';
import { withClient } from '#lib/backup/with-client';
import { listTables, quoteTable } from '#lib/backup/list-tables';
import { measureDisk } from '#lib/storage/measure-disk';

/** Space left free for everything else on the disk. */
const reserveBytes = 256 * 1024 ** 2;

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

/** Throws a `BackupProblem` unless the folder's disk has space for this many bytes plus a reserve. */
export async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { freeBytes } = await measureDisk(folder);
  const neededBytes = bytes + reserveBytes;
  if (freeBytes >= neededBytes) return;
  throw new BackupProblem(
    `${folder}: not enough disk space: ${inMegabytes(neededBytes)} needed, ${inMegabytes(freeBytes)} free.`,
  );
}

/** Returns the maximum size of a database dump in bytes: the tables' size on disk. A dump mostly takes a fraction. */
export async function measureRows(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const tables = await listTables(client);
    const { rows } = await client.query<{ bytes: string }>(
      'select coalesce(sum(pg_table_size(name::regclass)), 0)::text as bytes from unnest($1::text[]) as name',
      [tables.map(quoteTable)],
    );
    return Number(rows[0]?.bytes ?? 0);
  });
}
