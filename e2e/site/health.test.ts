import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { makeClient, type Client } from '#e2e/support/client';
import { parseMetrics, sumSamples, type Sample } from '#e2e/support/read-metrics';
import { useHarmedService } from '#e2e/support/services/use-harmed-service';
import { readClips } from '#e2e/support/speech';
import type { DatabaseGate } from '#e2e/support/start-database-gate';
import { isAlive, type Longhand, type TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Monitoring a service: a healthy one, and one that lacks something. */
// Only with --all: takes storage, worker and database away.

let gate: DatabaseGate;
let receiver: Receiver;
let longhand: Longhand;
let account: TestAccount;
let client: Client;
let metricsPort: number;

before(async () => {
  receiver = await startReceiver();
  ({ longhand, gate, metricsPort } = await useHarmedService());
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
});
after(async () => {
  // A failed test may have left it closed.
  await gate?.open().catch(() => {});
  await receiver?.close();
});

interface Ready {
  status: number;
  failed: Record<string, string>;
}

async function askReady(): Promise<Ready> {
  const answer = await fetch(`${longhand.baseUrl}/readyz`);
  const text = await answer.text();
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assertNothingSecret(text);
  const { checks } = JSON.parse(text) as { checks: Record<string, { status: string; reason?: string }> };
  assert.deepEqual(Object.keys(checks), [
    'database',
    'migrations',
    'storage',
    'disk',
    'worker',
    'recognition',
  ]);
  const failed = Object.entries(checks).flatMap(([name, { status, reason = '' }]) =>
    status === 'ok' ? [] : [[name, reason] as const],
  );
  return { status: answer.status, failed: Object.fromEntries(failed) };
}

const becomes = (what: string, is: (ready: Ready) => boolean): Promise<Ready> =>
  waitFor(what, async () => {
    const ready = await askReady();
    return is(ready) ? ready : undefined;
  });

/** Waits until exactly these checks fail: others may time out occasionally. */
const fails = (failed: Record<string, string>) =>
  becomes(
    `the failure of ${Object.keys(failed).join(', ')}`,
    (ready) => ready.status === 503 && isDeepStrictEqual(ready.failed, failed),
  );

const isReadyAgain = () => becomes('the service to be ready', ({ status }) => status === 200);

async function isHealthy(): Promise<void> {
  const answer = await fetch(`${longhand.baseUrl}/healthz`);
  assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
}

function assertNothingSecret(text: string): void {
  const { hostname, port, username, password, pathname } = new URL(longhand.databaseUrl);
  const secrets = [
    ...['mail-secret', 'mailer', account.apiKey, account.email, account.id, longhand.dataDir, '@'],
    ...[`${hostname}:${port}`, `${username}:${password}`, pathname.slice(1)],
  ];
  for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is shown`);
}

/** Reads the metrics of the web server (0) or the worker (1). */
async function scrape(process: 0 | 1): Promise<Sample[]> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort + process}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  assertNothingSecret(text);
  return parseMetrics(text);
}

test('a service that is well is ready, and stays so', async () => {
  await isHealthy();
  assert.deepEqual((await isReadyAgain()).failed, {});
  const head = await fetch(`${longhand.baseUrl}/readyz`, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const post = await fetch(`${longhand.baseUrl}/healthz`, { method: 'POST' });
  assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
});

test('a transcribed job is in the metrics of the web server and of the worker', async () => {
  // Other tests have used the service before, and the last one may have killed a process that is not back yet.
  const [webBefore, workerBefore] = await waitFor('both processes to answer', () =>
    Promise.all([scrape(0), scrape(1)]).catch(() => undefined),
  );
  type Labels = Record<string, string>;
  const ofWeb = (samples: Sample[], name: string, labels?: Labels) =>
    (sumSamples(samples, name, labels) ?? 0) - (sumSamples(webBefore, name, labels) ?? 0);
  const ofWorker = (samples: Sample[], name: string, labels?: Labels) =>
    (sumSamples(samples, name, labels) ?? 0) - (sumSamples(workerBefore, name, labels) ?? 0);
  const file = (await readClips())[1]?.file ?? '';
  const job = await client.submitFile(file, 'audio/wav', { callback_url: receiver.url });
  assert.equal((await client.ended(job.id)).status, 'transcribed');
  await waitFor('the callback', () => receiver.of(job.id)[0]);

  const web = await waitFor('all checks to pass', async () => {
    const samples = await scrape(0);
    return sumSamples(samples, 'longhand_check_ok') === 6 ? samples : undefined;
  });
  const answered = { operation: 'submitJob', status: '200' };
  assert.equal(ofWeb(web, 'longhand_api_requests_total', answered), 1);
  assert.equal(ofWeb(web, 'longhand_api_request_duration_seconds_count', { operation: 'submitJob' }), 1);
  for (const name of ['longhand_uploads_begun_total', 'longhand_uploads_ended_total']) {
    assert.equal(ofWeb(web, name, { source: 'api' }), 1, name);
  }
  assert.ok(ofWeb(web, 'longhand_upload_bytes_total', { source: 'api' }) > 10_000);
  assert.equal(sumSamples(web, 'longhand_ledger_imbalance_cents'), 0);
  assert.equal(sumSamples(web, 'longhand_workers'), 1);
  assert.notEqual(
    sumSamples(web, 'longhand_queue_tasks', { kind: 'transcribe-job', state: 'waiting' }),
    undefined,
  );

  const worker = await waitFor('the attempt to be counted', async () => {
    const samples = await scrape(1);
    return ofWorker(samples, 'longhand_callback_attempts_total') === 0 ? undefined : samples;
  });
  assert.equal(ofWorker(worker, 'longhand_callback_attempts_total', { result: 'delivered' }), 1);
  assert.equal(ofWorker(worker, 'longhand_job_wait_seconds_count'), 1);
  assert.ok((sumSamples(worker, 'longhand_disk_free_bytes') ?? 0) > 0);
  assert.equal(ofWorker(worker, 'longhand_jobs_ended_total', { result: 'transcribed' }), 1);
  const engine = { engine: 'openai' };
  assert.equal(ofWorker(worker, 'longhand_recognition_real_time_factor_count', engine), 1);
  // Only the web server exports metrics of the whole service.
  assert.equal(sumSamples(worker, 'longhand_ledger_imbalance_cents'), undefined);
  for (const samples of [web, worker]) {
    assert.ok((sumSamples(samples, 'process_resident_memory_bytes') ?? 0) > 0);
    assert.notEqual(sumSamples(samples, 'nodejs_eventloop_lag_p99_seconds'), undefined);
  }
});

test('nothing but the metrics is on their port, and they are not on the site', async () => {
  assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status, 404);
  assert.equal((await fetch(`${longhand.baseUrl}/metrics`)).status, 404);
});

test('balances that don’t add up are shown', async () => {
  await longhand.sql`update accounts set balance_cents = balance_cents + 12 where id = ${account.id}`;
  try {
    // The ledger is read once a minute, but at once by a new web server.
    process.kill(await longhand.findPid('app/server.js'), 'SIGKILL');
    const cents = await waitFor('the imbalance', async () => {
      const samples = await scrape(0).catch(() => []);
      return sumSamples(samples, 'longhand_ledger_imbalance_cents');
    });
    assert.equal(cents, 12);
  } finally {
    await longhand.sql`update accounts set balance_cents = balance_cents - 12 where id = ${account.id}`;
  }
  await waitFor('the web server', async () =>
    (await fetch(`${longhand.baseUrl}/healthz`).catch(() => undefined))?.ok === true ? true : undefined,
  );
});

test('storage that can’t be written to is named, until it can be', async () => {
  const media = path.join(longhand.dataDir, 'media');
  const away = `${media}-away`;
  await rename(media, away);
  await writeFile(media, '');
  try {
    await fails({ storage: 'Storage is not writable.' });
    await isHealthy();
  } finally {
    await rm(media);
    await rename(away, media);
  }
  await isReadyAgain();
});

test('a service without a worker is not ready, until there is one again', async () => {
  const worker = await longhand.findPid('lib/worker/main.js');
  // The supervisor would restart the worker.
  process.kill(longhand.supervisorPid(), 'SIGSTOP');
  try {
    process.kill(worker, 'SIGKILL');
    await waitFor('the end of the worker', async () => ((await isAlive(worker)) ? undefined : true));
    await fails({ worker: 'No worker is running.' });
    await isHealthy();
  } finally {
    process.kill(longhand.supervisorPid(), 'SIGCONT');
  }
  await isReadyAgain();
});

test('while the database is down the service says so as JSON, and metrics have no made-up values', async () => {
  await gate.close();
  try {
    await fails({
      database: 'The database is not responding.',
      migrations: "The database migrations can't be read.",
      worker: "Workers can't be counted.",
    });
    await isHealthy();
    const web = await waitFor('metrics without a queue', async () => {
      const samples = await scrape(0);
      return sumSamples(samples, 'longhand_queue_tasks') === undefined ? samples : undefined;
    });
    assert.equal(sumSamples(web, 'longhand_check_ok', { check: 'database' }), 0);
    assert.equal(sumSamples(web, 'longhand_workers'), undefined);
    assert.ok((sumSamples(web, 'longhand_disk_free_bytes') ?? 0) > 0);
  } finally {
    await gate.open();
  }
  await isReadyAgain();
  const web = await waitFor('metrics of the queue', async () => {
    const samples = await scrape(0);
    return sumSamples(samples, 'longhand_queue_tasks') === undefined ? undefined : samples;
  });
  assert.equal(sumSamples(web, 'longhand_check_ok', { check: 'database' }), 1);
});
