import { createInterface } from 'node:readline/promises';
import { describeDatabase } from '#lib/backup/describe-database';
import { printLine, Stop } from '#bin/cli-output.mjs';

/** Stops unless the database is empty or Longhand's, unused, and without data or confirmed to be replaced. */
export async function confirmReplacement(
  databaseUrl: string,
  { replace, yes, signal }: { replace: boolean; yes: boolean; signal: AbortSignal },
): Promise<void> {
  const { isLonghand, tables, accounts, jobs, services } = await describeDatabase(databaseUrl);
  if (services > 0) throw new Stop('Longhand is running with this database: stop all its parts first.');
  if (!isLonghand && tables > 0) {
    throw new Stop("The database contains tables that are not Longhand's. Restore into a separate database.");
  }
  if (accounts === 0 && jobs === 0) return;
  const { hostname, pathname } = new URL(databaseUrl);
  const what = `accounts ${accounts}, transcripts ${jobs}, in the database ${pathname.slice(1)} on ${hostname}`;
  if (!replace) throw new Stop(`There is existing data: ${what}. To replace it, add --replace`);
  printLine(`This replaces all existing data: ${what}.`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new Stop('Add --yes to skip the confirmation.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal
    .question('Type "replace" to continue: ', { signal })
    .finally(() => terminal.close());
  if (answer.trim() !== 'replace') throw new Stop('Nothing was changed.');
}
