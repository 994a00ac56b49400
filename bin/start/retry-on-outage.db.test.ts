import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '#e2e/support/start-longhand';
import { startSilentServer } from '#e2e/support/silent-server';
import { openSql } from '#lib/db/open-sql';
import { Stop } from '#bin/cli-output.mjs';
import { retryOnOutage } from './retry-on-outage';

const never = new AbortController().signal;
const soon = { maxAwayMs: 300, maxRecoveryMs: 300, lookEveryMs: 100, pauseMs: 20 };
const there = { url: () => process.env['TEST_DATABASE_URL'] ?? '' };

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

async function askOnce({ url }: { url: string }): Promise<string> {
  const sql = openSql(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<Array<{ text: string }>>`select 'here' as text`;
    return row?.text ?? '';
  } finally {
    await sql.end();
  }
}

test('a step is done again after each kind of outage, and every other error is thrown at once', async () => {
  const outages = [
    coded('ECONNREFUSED'),
    coded('57P01'),
    coded('57P03', 'the database system is in recovery mode'),
    coded('CONNECTION_CLOSED'),
    new Error('Connection terminated unexpectedly'),
    new Stop('DATABASE_URL: the database cannot be used', { cause: coded('EAI_AGAIN') }),
  ];
  const left = [...outages];
  const result = await retryOnOutage(
    there,
    async () => {
      const next = left.shift();
      if (next !== undefined) throw next;
      return 'done';
    },
    { asked: never, ...soon, maxAwayMs: 60_000 },
  );
  assert.equal(result, 'done');
  let attempts = 0;
  for (const error of [coded('28P01'), coded('53100'), coded('42601'), new TypeError('a defect')]) {
    const fails = retryOnOutage(
      there,
      async () => {
        attempts += 1;
        throw error;
      },
      { asked: never, ...soon },
    );
    await assert.rejects(fails, error);
  }
  assert.equal(attempts, 4);
});

test('a database that refuses, or takes connections and never answers, ends the start with one line', async (t) => {
  const silent = await startSilentServer();
  t.after(() => silent.stop());
  for (const port of [await freePort(), silent.port]) {
    const url = `postgres://someone:secret@127.0.0.1:${port}/some`;
    await assert.rejects(retryOnOutage({ url: () => url }, askOnce, { asked: never, ...soon }), (error) => {
      assert.ok(error instanceof Stop);
      assert.match(
        error.message,
        /^The database has been unreachable for 1 minute \(.+\)\. Start Longhand again .+\.$/,
      );
      return true;
    });
  }
});

test('a step that never ends is cut off when the start is, and so is its attempt', async () => {
  const asked = new AbortController();
  let attempt: AbortSignal | undefined;
  const step = ({ signal }: { signal: AbortSignal }) => {
    attempt = signal;
    asked.abort(new Error('asked'));
    return new Promise<never>(() => {});
  };
  await assert.rejects(retryOnOutage(there, step, { asked: asked.signal, ...soon }), /^Error: asked$/);
  assert.equal(attempt?.aborted, true);
});

test('a step that waits for a connection which is gone is done again once the database answers as another process', async () => {
  let attempts = 0;
  const step = async ({ url, signal }: { url: string; signal: AbortSignal }) => {
    attempts += 1;
    if (attempts > 1) return askOnce({ url });
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cut')));
    });
  };
  // The first address is silent, as that of a server which was cut off.
  const silent = await startSilentServer();
  const urls = [`postgres://someone:secret@127.0.0.1:${silent.port}/some`];
  try {
    const moving = { url: () => urls.shift() ?? there.url() };
    const limits = { ...soon, maxAwayMs: 60_000 };
    assert.equal(await retryOnOutage(moving, step, { asked: never, ...limits }), 'here');
  } finally {
    silent.stop();
  }
});
