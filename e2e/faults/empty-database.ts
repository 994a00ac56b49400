import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import assert from 'node:assert/strict';
import postgres from 'postgres';
import { note } from '#e2e/bench/note';
import { readKnownMigrations } from '#lib/db/migrations/known-migrations';
import { freePort, launch, type Launched } from '#e2e/support/start-longhand';
import { createDatabase } from '#e2e/support/test-database';

const starts = 8;

/** Starts eight services at once on a database without tables: all get ready, and it is migrated once. */
export async function startOnEmptyDatabase(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-starts-'));
  const database = await createDatabase(undefined, { tables: 'none' });
  const secret = randomBytes(32).toString('hex');
  const began = performance.now();
  const results = await Promise.allSettled(
    Array.from({ length: starts }, async (_, n) =>
      launch({
        ...process.env,
        DATABASE_URL: database.url,
        // Every fourth is a worker and the others are web servers, as on separate machines.
        LONGHAND_ROLE: n % 4 === 3 ? 'worker' : 'web',
        LONGHAND_SECRET: secret,
        LONGHAND_DATA_DIR: path.join(folder, String(n)),
        LONGHAND_MODEL: 'pocketsphinx',
        PORT: String(await freePort()),
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  const running = results.flatMap((result): Launched[] =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    const failed = results.flatMap((result): unknown[] =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    assert.deepEqual(failed, []);
    const [row] = await sql<Array<{ all: number; different: number }>>`
      select count(*)::int as all, count(distinct hash)::int as different from drizzle.__drizzle_migrations`;
    const known = readKnownMigrations().length;
    assert.deepEqual({ ...row }, { all: known, different: known });
    const first = running.filter((service) => service.output().includes('Your first account'));
    assert.equal(first.length, 1);
    note(
      '8 starts on an empty database: all ready',
      `${running.length} in ${seconds.toFixed(1)} s`,
      'all, migrated once',
    );
  } finally {
    await Promise.all(running.map((service) => service.end('SIGTERM')));
    for (const service of running) service.forget();
    await sql.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
