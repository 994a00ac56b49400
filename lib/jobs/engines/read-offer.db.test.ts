import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { workerEngines } from '#drizzle/schema/worker-engines';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { announceEngines, withdrawEngines } from '#lib/jobs/engines/announce-engines';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { env } from '#lib/settings/env';

const describe = (id: string) => ({ ...pocketsphinxDescription, id });

test('a web server without workers offers what all workers have, of those that were heard of within a minute', () =>
  withTestTransaction(async (db) => {
    const web = { ...env(), role: 'web' as const };
    const read = () => readOffer(() => db, web);
    assert.deepEqual(await read(), { engines: [], speakerModels: false });

    await announceEngines(db, { worker: 'a', settings: env() });
    assert.deepEqual(await read(), await readOffer(() => assert.fail('asked'), env()));

    await db.delete(workerEngines);
    const [small, large, other] = ['small', 'large', 'other'].map(describe);
    assert.ok(small && large && other);
    await db.insert(workerEngines).values([
      { worker: 'a', engines: [large, small], speakerModels: true },
      { worker: 'b', engines: [small, other, large], speakerModels: false },
      { worker: 'gone', engines: [], speakerModels: false, seenAt: sql`now() - interval '61 seconds'` },
    ]);
    assert.deepEqual(await read(), { engines: [large, small], speakerModels: false });

    const translates = { ...large, capabilities: { ...large.capabilities, translates: true } };
    const announce = (worker: string, engine: typeof large) =>
      db
        .update(workerEngines)
        .set({ engines: [engine] })
        .where(eq(workerEngines.worker, worker));
    await announce('a', translates);
    assert.deepEqual((await read()).engines, [large], 'one of the workers would transcribe');
    await announce('b', translates);
    assert.deepEqual((await read()).engines, [translates]);
    await announce('a', large);
    assert.deepEqual((await read()).engines, [large]);
    await db
      .update(workerEngines)
      .set({ engines: [large, small] })
      .where(eq(workerEngines.worker, 'a'));

    const installation = { missing: ['titanet-small'], percent: 7 };
    await db.update(workerEngines).set({ installation }).where(eq(workerEngines.worker, 'b'));
    assert.deepEqual((await read()).installation, installation);

    await withdrawEngines(db, { worker: 'b' });
    assert.deepEqual(await read(), { engines: [large, small], speakerModels: true });
  }));
