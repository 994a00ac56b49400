import { createInterface } from 'node:readline';
import path from 'node:path';
import postgres from 'postgres';
import { takeLock } from '#bin/process-lock.mjs';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';

/*
 * Acts as a service towards its data folder: holds the folder, runs the database, and prints `ready`. It writes a row
 * on the first input line.
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
