import assert from 'node:assert/strict';
import { chmod, mkdtemp } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#lib/db/embedded-postgres';
import * as table from '#e2e/support/net/hostile-addresses';
import { makeClient, type Client, type JobView } from '#e2e/support/client';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { customers, customersAnswer } from './customers';
import { forEachIn } from './for-each-in';
import { listenEverywhere, type Listeners } from './listen-everywhere';
import { hostsFileNames, makeNetwork } from './make-network';
import { startNameServer, type NameServer } from './start-name-server';

/*
 * Run by guard.test.ts in a network namespace of its own, where every address of the internet is this machine: a hole
 * in the guard is noticed by the listeners and harms nobody. Rows are added in e2e/support/net/hostile-addresses.ts.
 */

/** What this operator offers beside the public internet. No row of the table may lie in it. */
const offered = { network: '10.77.0.0/16', address: '10.77.0.1', port: 8099 };

const parsedUrls = table.hostileUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url));

/** Those of the table, and of services that strangers look for. */
const ports = new Set([
  ...[21, 22, 80, 443, 2375, 3306, 5432, 6379, 8080, 9200, 11_211, 27_017, offered.port],
  ...parsedUrls.map(({ port }) => Number(port)).filter((port) => port > 0),
]);

// The rest are answers that only a resolver of another kind could give.
const dnsAnswers = Object.entries(table.hostileAnswers).filter(([, addresses]) =>
  addresses.every((address) => isIP(address) !== 0 && !address.includes('%')),
);
const hostileNames = [
  ...dnsAnswers.map(([name]) => name),
  ...Object.keys(table.hostileAliases),
  ...hostsFileNames,
];
const changingNames = Object.keys(table.rebindingAnswers);
const redirectTargets = [...table.hostileUrls, ...hostileNames.map((name) => `http://${name}/`)];

let nameServer: NameServer;
let listeners: Listeners;
let postgres: EmbeddedPostgres;
let longhand: Longhand;
let client: Client;

// Whoever made the namespace holds the other end: it does not outlive them.
process.stdin.resume().once('end', () => process.exit(1));

before(async () => {
  await makeNetwork();
  listeners = await listenEverywhere([...ports], await customersAnswer(redirectTargets));
  nameServer = await startNameServer({
    names: {
      localhost: [['127.0.0.1', '::1']],
      'media.test': [[customers.ipv4]],
      'media6.test': [[customers.ipv6]],
      // Its rows are refused for another reason, and so it is not to be reached either.
      'example.com': [['93.184.215.99']],
      ...table.rebindingAnswers,
      ...Object.fromEntries(dnsAnswers.map(([name, addresses]) => [name, [addresses]])),
    },
    aliases: table.hostileAliases,
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'database-'));
  // PostgreSQL's user must be able to enter it when we are root.
  await chmod(dataDir, 0o711);
  postgres = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  longhand = await startLonghand({
    LONGHAND_ALLOW_PRIVATE_NETWORKS: offered.network,
    LONGHAND_ALLOW_PORTS: String(offered.port),
    LONGHAND_REQUESTS_PER_MINUTE: '0',
  });
  client = makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey);
});
beforeEach(() => {
  nameServer.startOver();
  listeners.takeLandings();
});
after(async () => {
  await longhand?.stop();
  await postgres?.stop();
  nameServer?.close();
  listeners?.close();
  process.stdin.destroy();
});

async function submit(options: Record<string, unknown>) {
  const headers = { 'content-type': 'application/json' };
  const response = await client.request('/jobs', { method: 'POST', headers, body: JSON.stringify(options) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function runJob(mediaUrl: string): Promise<JobView> {
  return client.ended((await client.submitUrl(mediaUrl)).id);
}

async function checkRefused(parameter: 'media_url' | 'callback_url', url: string): Promise<void> {
  const { status, body } = await submit({ media_url: 'http://media.test/missing.wav', [parameter]: url });
  assert.equal(status, 400, `${url}: ${JSON.stringify(body)}`);
  assert.match(String(body['type']), /invalid-parameters$/, url);
  assert.deepEqual(Object.keys(body['parameters'] as object), [`options.${parameter}`], url);
}

/** By the guard and not by chance: a connection that fails would look alike but for the words. */
function checkFailed(job: JobView | undefined, url: string): void {
  assert.equal(job?.failure, 'download_failure', url);
  assert.match(
    job?.failure_detail ?? '',
    /not public|port \d+ is not allowed|must not contain a user name|Only http and https/,
    url,
  );
}

/** A job that fails at once, so that its callback is sent. */
async function callBack(url: string): Promise<string> {
  const { status, body } = await submit({
    media_url: 'http://media.test/missing.wav',
    callback_url: url,
  });
  assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
  return String(body['id']);
}

/** What came of the callbacks of these jobs, once each has an attempt that fits. */
async function readAttempts(
  jobIds: string[],
  fits: (reason: string) => boolean,
): Promise<Array<{ jobId: string; reason: string }>> {
  return waitFor(`the callbacks of ${jobIds.length} jobs`, async () => {
    const tries = await longhand.sql<Array<{ jobId: string; reason: string }>>`
      select job_id as "jobId", reason from callback_tries join callbacks on callbacks.id = callback_id
      where job_id in ${longhand.sql(jobIds)}`;
    const fitting = new Set(tries.filter(({ reason }) => fits(reason)).map(({ jobId }) => jobId));
    return fitting.size === jobIds.length ? [...tries] : undefined;
  });
}

/** Whether a TCP connection to port 80 of the address can be made, and is answered. */
function isAnswered(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 80 }, () => socket.end('GET / HTTP/1.0\r\n\r\n'));
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
}

test('the table is long enough, and nothing in it is what the operator offers', () => {
  assert.ok(table.hostileUrls.length + hostileNames.length + changingNames.length >= 60);
  const rows = [...table.hostileUrls, ...Object.values(table.hostileAnswers).flat()];
  assert.deepEqual(
    rows.filter((row) => row.includes('10.77.')),
    [],
  );
});

test('the listeners notice a connection to every address of the table', async () => {
  const hosts = new Set(parsedUrls.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, '$1')));
  // TCP knows no multicast and no broadcast, and a link-local address of IPv6 only with its link.
  const noHost = /^(2[23]\d\.|255\.255\.255\.255$|ff|fe[89ab])/;
  for (const host of [...hosts].filter((host) => isIP(host) !== 0)) {
    const isNoticed = (await isAnswered(host)) && listeners.takeLandings().length === 1;
    assert.equal(isNoticed, !noHost.test(host), host);
  }
});

test('what is public and what the operator offers is reached, by name and by address', async () => {
  const speech = await runJob('http://media.test/speech.wav');
  assert.equal(speech.status, 'transcribed', speech.failure_detail);
  const others = [
    'http://media6.test/',
    'https://media.test/',
    'http://1.1.1.1/',
    'http://[2606:4700::1111]/',
  ];
  await forEachIn([...others, `http://${offered.address}:${offered.port}/`], async (url) => {
    assert.equal((await runJob(url)).failure, 'download_failure', url);
  });
  assert.deepEqual(listeners.takeLandings(), [
    '1.1.1.1:80',
    `${offered.address}:${offered.port}`,
    `${customers.ipv4}:443`,
    `${customers.ipv4}:80`,
    `[${customers.ipv6}]:80`,
    '[2606:4700::1111]:80',
  ]);
});

test('a hostile address is refused when it is submitted', async () => {
  await forEachIn([...table.hostileUrls, ...table.notUrls], async (url) => {
    await checkRefused('media_url', url);
    await checkRefused('callback_url', url);
  });
  assert.deepEqual(listeners.takeLandings(), []);
});

test('a name that leads to a hostile address fails the job and reaches nothing', async () => {
  const jobs = await forEachIn(hostileNames, (name) => runJob(`http://${name}/`));
  assert.deepEqual(listeners.takeLandings(), []);
  for (const [row, name] of hostileNames.entries()) checkFailed(jobs[row], name);
});

test('a name that changes reaches its public addresses only', async () => {
  const jobs = await forEachIn(changingNames, (name) => runJob(`http://${name}/`));
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`, `[${customers.ipv6}]:80`]);
  for (const [row, name] of changingNames.entries()) checkFailed(jobs[row], name);
});

test('a redirect to a hostile address or name fails the job and reaches nothing', async () => {
  const jobs = await forEachIn(redirectTargets, (_, row) => runJob(`http://media.test/redirect/${row}`));
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
  for (const [row, target] of redirectTargets.entries()) {
    // Without a host of its own such a Location is a harmless path on the server that sent it.
    if (target === 'http:127.0.0.1/') assert.match(jobs[row]?.failure_detail ?? '', /404/);
    else checkFailed(jobs[row], target);
  }
});

test('three redirects are followed and not a fourth', async () => {
  const [three, four] = await forEachIn([3, 4], (hops) => runJob(`http://media.test/hops/${hops}`));
  assert.equal(three?.status, 'transcribed', three?.failure_detail);
  assert.match(four?.failure_detail ?? '', /redirects more than 3 times/);
});

test('a callback to a name that leads to a hostile address reaches nothing', async () => {
  const jobIds = await forEachIn(hostileNames, (name) => callBack(`http://${name}/`));
  const tries = await readAttempts(jobIds, () => true);
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
  for (const { reason } of tries) assert.match(reason, /leads to an address that is not public\.$/);
});

test('a callback follows no redirect to a hostile address or name', async () => {
  const jobIds = await forEachIn(redirectTargets, (_, row) => callBack(`http://media.test/redirect/${row}`));
  await readAttempts(jobIds, () => true);
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
});

// The last one: its callbacks are tried again, and reach their public addresses then.
test('a callback to a name that changes reaches its public addresses only', async () => {
  const jobIds = await forEachIn(changingNames, (name) => callBack(`http://${name}/`));
  await readAttempts(jobIds, (reason) => reason.includes('not public'));
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`, `[${customers.ipv6}]:80`]);
});
