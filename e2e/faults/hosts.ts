import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { note } from '#e2e/bench/note';
import { startBrowser } from '#e2e/support/browser';
import { startReceiver } from '#e2e/support/callbacks/receiver';
import { makeClient } from '#e2e/support/client';
import {
  latestHas,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  stands,
  type SharedTranscript,
} from '#e2e/support/editor/editor';
import { typeAtEnd } from '#e2e/support/editor/editor-text';
import { checkInvariants } from '#e2e/support/faults/check-invariants';
import { comeToRest } from '#e2e/support/faults/come-to-rest';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { makeHost, whyNoHosts, type NetworkHost } from '#e2e/support/faults/make-hosts';
import { makeSounds } from '#e2e/support/faults/make-sounds';
import { listWorkers } from '#e2e/support/faults/read-workers';
import { startBalancer, type Balancer } from '#e2e/support/faults/start-balancer';
import { noteAnswers, startLoad, type Load } from '#e2e/support/faults/start-load';
import { startStore } from '#e2e/support/faults/start-store';
import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import type { FaultyS3 } from '#e2e/support/s3/start-s3-server';
import { signInForCookies } from '#e2e/support/sign-in';
import { startDatabaseGate } from '#e2e/support/start-database-gate';
import { freePort, launch, openDatabase, type Launched } from '#e2e/support/start-longhand';
import { createDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import { withBuiltInFiles } from '#lib/storage/built-in-files';

/** A limit above what the clients under load request, however often they are refused. */
const requestsPerMinute = 1500;
const requestsAtOnce = 10;
const attemptsAtAccount = 10;

const everywhere = '0.0.0.0';
const workersAway = 20_000;
const websAway = 10_000;

/** The processes on the three hosts, and the addresses to reach them. */
interface Cluster {
  hosts: Record<'webs' | 'workers', NetworkHost>;
  webs: Launched[];
  workers: Launched;
  startWeb: (index: number) => Promise<Launched>;
  /** The addresses of the web servers without the balancer. */
  addresses: string[];
  balancer: Balancer;
}

/**
 * Runs on three hosts: the database, the bucket, and the clients on this one, two web servers on the next, three
 * workers on the last. A web server and a worker die, both hosts are cut off and return, and meanwhile a person types.
 */
export async function partHosts(run: FaultRun): Promise<void> {
  const why = whyNoHosts();
  if (why !== undefined) return note('Three hosts', why, '');
  const undo: Array<() => unknown> = [];
  try {
    await harmHosts(run, undo);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

async function harmHosts({ random, short }: FaultRun, undo: Array<() => unknown>): Promise<void> {
  const keep = <T>(made: T, remove: (made: T) => unknown): T => {
    undo.push(() => remove(made));
    return made;
  };
  const hosts = {
    webs: keep(await makeHost(1), (host) => host.remove()),
    workers: keep(await makeHost(2), (host) => host.remove()),
  };
  const sounds = keep(await makeSounds(), (made) => made.remove());
  const receiver = keep(await startReceiver(undefined, { host: hosts.workers.here }), (made) => made.close());
  const { s3, name, ...bucket } = keep(await startStore({ short, host: everywhere }), (store) =>
    store.s3.stop(),
  );
  const database = keep(await createDatabase(undefined, { tables: 'none' }), (made) => made.drop());
  const gate = keep(await startDatabaseGate(database.url, { host: everywhere }), (made) => made.stop());
  const cluster = await startCluster({ hosts, s3, databaseUrl: gate.url, keep });
  const { members } = keep(openDatabase(database.url), (opened) => opened.close());
  const { sql } = members;
  const longhand = { ...members, baseUrl: cluster.balancer.url };
  const client = makeClient(longhand, (await longhand.createAccount(100_000_00)).apiKey);

  const made = await makeSharedTranscript(longhand, { words: 60, monologues: 8 });
  const browser = keep(await startBrowser(), (one) => one.close());
  const page = await openEditorTab(await ownerContext(browser, made), made.url);
  const victim = { client, receiver, sounds, acknowledged: new Set<string>() };
  const load = startLoad(victim, { clients: 3, random });
  await waitFor('work', () => (victim.acknowledged.size > 4 ? true : undefined));
  await doHarm(cluster, { load, page, made, sql, short });
  await load.stop();
  await checkLimits(cluster, await longhand.createAccount());

  const storage = withBuiltInFiles(bucket.storage);
  assert.deepEqual(load.faults, []);
  await sql`delete from jobs where id = ${made.jobId}`;
  await comeToRest({ sql, databaseUrl: database.url, ...bucket, storage });
  const hasArrived = (jobId: string) => receiver.of(jobId).length > 0;
  await checkInvariants({ sql, storage, acknowledged: victim.acknowledged, hasArrived });
  const failed = await sql`select from jobs where status = 'failed'`;
  assert.equal(failed.length, 0);
  noteAnswers(load, [200, 503, 0], `Three hosts, storage in ${name}: answers`);
  note('… jobs that failed', `${failed.length} of ${victim.acknowledged.size}`, 'none');
  note('… limits of requests and of guessing', 'counted over both web servers', 'over both');
  note('… words typed while servers died and were cut off', 'all saved', 'all');
}

async function doHarm(
  { hosts, webs, startWeb }: Cluster,
  {
    load,
    page,
    made,
    sql,
    short,
  }: {
    load: Load;
    page: Page;
    made: SharedTranscript;
    sql: Parameters<typeof listWorkers>[0];
    short: boolean;
  },
): Promise<void> {
  await typeAtEnd(page, 'm6', ' onefirst');
  await webs[0]?.end('SIGKILL');
  await page.keyboard.type(' onesecond');
  await stands(page, 'saved');
  await latestHas(made, 'onefirst onesecond');
  webs[0] = await startWeb(0);
  await webs[1]?.end('SIGKILL');
  await page.keyboard.type(' twofirst');
  await stands(page, 'saved');
  await latestHas(made, 'onesecond twofirst');
  webs[1] = await startWeb(1);

  const [worker] = await listWorkers(sql);
  if (worker === undefined) throw new Error('no worker holds a pool');
  process.kill(worker, 'SIGKILL');
  await waitForMore(load);
  hosts.workers.cut();
  await sleep(short ? 2000 : workersAway);
  hosts.workers.join();
  await waitForMore(load);
  hosts.webs.cut();
  await page.keyboard.type(' meanwhile');
  await sleep(short ? 2000 : websAway);
  hosts.webs.join();
  await waitForMore(load);
  await stands(page, 'saved');
  await latestHas(made, 'twofirst meanwhile');
}

/**
 * Uses up a key's request limit at one web server, and the limit of wrong passwords half at each; both servers must
 * know.
 */
async function checkLimits(
  { addresses }: Cluster,
  account: { email: string; apiKey: string },
): Promise<void> {
  const [here = '', there = ''] = addresses;
  const ask = (baseUrl: string) => makeClient({ baseUrl }, account.apiKey).request('/account');
  for (let n = 0; n < requestsPerMinute; n += requestsAtOnce) {
    await Promise.all(Array.from({ length: requestsAtOnce }, async () => (await ask(here)).arrayBuffer()));
  }
  await waitFor('the other web server to have heard of these requests', async () =>
    (await ask(there)).status === 429 ? true : undefined,
  );
  const guess = { email: account.email, password: 'wrong' };
  const attempt = (baseUrl: string, says: RegExp) =>
    assert.rejects(signInForCookies({ baseUrl }, guess), says);
  for (let n = 0; n < attemptsAtAccount; n += 1) await attempt(n % 2 === 0 ? here : there, /answered 401/);
  for (const address of addresses) await attempt(address, /wait-\d+/);
}

/** Waits until more submissions are acknowledged. */
async function waitForMore({ delays }: Load): Promise<void> {
  const before = delays.length;
  await waitFor('more acknowledged jobs', () => (delays.length > before + 3 ? true : undefined));
}

async function startCluster({
  hosts,
  s3,
  databaseUrl,
  keep,
}: Pick<Cluster, 'hosts'> & {
  s3: FaultyS3;
  databaseUrl: string;
  keep: <T>(made: T, remove: (made: T) => unknown) => T;
}): Promise<Cluster> {
  const folder = keep(await mkdtemp(path.join(tmpdir(), 'longhand-hosts-')), (made) =>
    rm(made, { recursive: true, force: true }),
  );
  const ports = [await freePort(), await freePort()];
  const balancer = keep(
    await startBalancer(() => ports.map((port) => `${hosts.webs.address}:${port}`)),
    (made) => made.stop(),
  );
  const secret = randomBytes(32).toString('hex');
  const start = ({ here, enter }: NetworkHost, name: string, more: Record<string, string>) => {
    const at = (url: string) => Object.assign(new URL(url), { hostname: here }).href.replace(/\/$/, '');
    const settings = {
      ...process.env,
      ...bucketSettings({ ...s3, url: at(s3.url) }),
      DATABASE_URL: at(databaseUrl),
      BASE_URL: balancer.url,
      LONGHAND_SECRET: secret,
      LONGHAND_DATA_DIR: path.join(folder, name),
      LONGHAND_MODEL: 'pocketsphinx',
      LONGHAND_REQUESTS_PER_MINUTE: String(requestsPerMinute),
      LONGHAND_ALLOW_PRIVATE_NETWORKS: '10.77.0.0/16',
      LONGHAND_ALLOW_PORTS: '1-65535',
      ...more,
    };
    return launch(settings, { enter });
  };
  const startWeb = (index: number) =>
    start(hosts.webs, `web-${index}`, {
      LONGHAND_ROLE: 'web',
      HOST: everywhere,
      PORT: String(ports[index]),
    });
  const [one, two, workers] = await Promise.all([
    startWeb(0),
    startWeb(1),
    start(hosts.workers, 'workers', { LONGHAND_ROLE: 'worker', LONGHAND_WORKERS: '3' }),
  ]);
  const webs = keep([one, two], (all) => Promise.all(all.map((web) => web.end('SIGTERM'))));
  keep(workers, (made) => made.end('SIGTERM'));
  const addresses = ports.map((port) => `http://${hosts.webs.address}:${port}`);
  return { hosts, webs, workers, startWeb, addresses, balancer };
}
