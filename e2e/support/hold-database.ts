import { createInterface } from 'node:readline';
import path from 'node:path';
import postgres from 'postgres';
import { takeLock } from '#bin/process-lock.mjs';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';

/*
 * A service as far as its data folder is concerned: holds the folder, runs the database, and says `ready`. It writes a row
 * for the first line that it gets.
 */

const [dataDir = ''] = process.argv.slice(2);
const taken = await takeLock(path.join(dataDir, 'longhand.lock'), 'service');
if (!('lock' in taken)) throw new Error('the data folder is held');
const { url } = await startEmbeddedPostgres({ dataDir });
console.log('ready');
createInterface({ input: process.stdin }).once('line', () => void insert());

async function insert(): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`create table kept as select 42 as answer`;
  await sql.end();
  console.log('inserted');
}
