import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { note, rows } from './bench/note';
import { scenarios } from './faults/scenarios';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';

/*
 * Does a service harm of many kinds and checks after each what must hold. What was measured is printed beside its bound; the
 * exit code tells of broken invariants alone. The same seed makes the same choices.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
  },
});
const unknown = positionals.filter((name) => scenarios[name] === undefined);
if (unknown.length > 0) {
  throw new Error(`no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}`);
}
const seed = Number(values.seed);
const minutes = Number(values.minutes);
if (!Number.isSafeInteger(seed) || !(minutes > 0)) throw new Error('--seed and --minutes take a number');
console.error(`Seed: ${seed}`);

const folder = await mkdtemp(path.join(tmpdir(), 'longhand-faults-'));
// PostgreSQL's user must be able to enter it when we are root.
await chmod(folder, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir: folder });
process.env['TEST_DATABASE_URL'] = postgres.url;
const failed: string[] = [];
try {
  for (const [name, run] of Object.entries(scenarios)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`\n${name}`);
    const began = performance.now();
    try {
      await run({ random: randomFrom(seed), short: values.short, minutes });
      note('… invariants', `hold, ${((performance.now() - began) / 1000).toFixed(0)} s`, 'hold');
    } catch (error) {
      console.error(error);
      failed.push(name);
      note('… scenario', `FAILED: ${name}`, 'hold');
    }
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

const width = (column: 'figure' | 'measured') => Math.max(...rows.map((row) => row[column].length));
console.log(`\nSeed: ${seed}`);
for (const { figure, measured, floor } of rows) {
  console.log(`${figure.padEnd(width('figure'))}  ${measured.padEnd(width('measured'))}  ${floor}`);
}
process.exitCode = failed.length > 0 ? 1 : 0;
