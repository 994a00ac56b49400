import { BackupProblem } from '#lib/backup/manifest';
import { withClient } from '#lib/backup/with-client';
import { listTables, quoteTable } from '#lib/backup/list-tables';
import { measureDisk } from '#lib/storage/measure-disk';

/** Space left free for everything else on the disk. */
const reserveBytes = 256 * 1024 ** 2;

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

/** Throws a `BackupProblem` unless the folder's disk has room for so many bytes and a little more. */
export async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { freeBytes } = await measureDisk(folder);
  const neededBytes = bytes + reserveBytes;
  if (freeBytes >= neededBytes) return;
  throw new BackupProblem(
    `${folder}: not enough disk space: ${inMegabytes(neededBytes)} needed, ${inMegabytes(freeBytes)} free.`,
  );
}

/** The most that a dump of the database may take, in bytes: what its rows take there. It mostly takes a fraction. */
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
