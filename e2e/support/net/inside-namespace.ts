import assert from 'node:assert/strict';
import { connect, isIP } from 'node:net';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sendCallback } from '#lib/callbacks/send-callback';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#lib/db/embedded-postgres';
import * as table from '#e2e/support/net/hostile-addresses';
import { makeClient, type Client, type JobView } from '#e2e/support/client';
import { startRecognizer, type Recognizer } from '#e2e/support/faults/start-recognizer';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { makeFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { fetchMedia } from '#lib/media/fetch-media';
import { customers, customersAnswer } from './customers';
import { forEachIn } from './for-each-in';
import { listenEverywhere, type Listeners } from './listen-everywhere';
import { hostsFileNames, makeNetwork } from './make-network';
import { startNameServer, type NameServer } from './start-name-server';

/*
 * Run by guard.test.ts in a network namespace of its own, where every address of the internet is this machine: the
 * listeners notice a hole in the guard, and it harms nobody. Downloads and callbacks are tested with every row of
 * e2e/support/net/hostile-addresses.ts; the service itself with rows of all kinds.
 */

/** The network that this operator offers beside the public internet. No row of the table may be in it. */
const offered = { network: '10.77.0.0/16', address: '10.77.0.1', port: 8099 };

const policy = { allowNetworks: [offered.network], allowPorts: [String(offered.port)] };

const parsedUrls = table.hostileUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url));

/** The ports in the table, and those of services that attackers look for. */
const ports = new Set([
  ...[21, 22, 80, 443, 2375, 3306, 5432, 6379, 8080, 9200, 11_211, 27_017, offered.port],
  ...parsedUrls.map(({ port }) => Number(port)).filter((port) => port > 0),
]);

// The rest are answers that only a different kind of resolver could give.
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
/** Without a host, such a Location is a path on the server that sent it. */
const harmlessTarget = 'http:127.0.0.1/';

/** Returns every sixth row, for tests of the service itself: rows of one kind are next to each other in the table. */
const someOf = <T>(rows: readonly T[]): T[] => rows.filter((_, i) => i % 6 === 0);

let folder: string;
let nameServer: NameServer;
let listeners: Listeners;
let postgres: EmbeddedPostgres;
let recognizer: Recognizer;
let longhand: Longhand;
let client: Client;

// The process that made the namespace holds the other end: this one does not outlive it.
process.stdin.resume().once('end', () => process.exit(1));

before(async () => {
  await makeNetwork();
  listeners = await listenEverywhere([...ports], await customersAnswer(redirectTargets));
  nameServer = await startNameServer({
    names: {
      localhost: [['127.0.0.1', '::1']],
      'media.test': [[customers.ipv4]],
      'media6.test': [[customers.ipv6]],
      // The table's rows with this host are refused for another reason, so it must not be reached either.
      'example.com': [['93.184.215.99']],
      ...table.rebindingAnswers,
      ...Object.fromEntries(dnsAnswers.map(([name, addresses]) => [name, [addresses]])),
    },
    aliases: table.hostileAliases,
  });
  folder = await makeFolder();
  postgres = await startEmbeddedPostgres({ dataDir: folder, durability: 'none' });
  process.env['TEST_DATABASE_URL'] = postgres.superuserUrl;
  recognizer = await startRecognizer({ short: true });
  longhand = await startLonghand({
    ...recognizer.settings,
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
  await recognizer?.stop();
  await postgres?.stop();
  nameServer?.close();
  listeners?.close();
  process.stdin.destroy();
});

/** Downloads this address as the worker does, without its pauses; returns why it fails. */
async function download(url: string): Promise<string> {
  const failed = await fetchMedia(url, path.join(folder, 'download'), {
    policy,
    maxBytes: 1e6,
    pausesMs: [0, 0],
  }).catch((error: unknown) => error);
  return failed instanceof Error ? failed.message : 'It was downloaded.';
}

/** Sends a callback to this address as the worker does; returns the reason it gives. */
async function deliver(url: string): Promise<string> {
  const { signal } = new AbortController();
  return (await sendCallback({ url, body: '{}', headers: {} }, { policy, signal })).reason;
}

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

/** The guard's messages: without them, a connection that fails by chance would look the same. */
const byGuard = /not public|port \d+ is not allowed|must not contain a username|Only http and https/;

function checkFailed(job: JobView | undefined, url: string): void {
  assert.equal(job?.failure, 'download_failure', url);
  assert.match(job?.failure_detail ?? '', byGuard, url);
}

/** Submits a job that fails at once, so that its callback is sent; returns its id. */
async function callBack(url: string): Promise<string> {
  const { status, body } = await submit({
    media_url: 'http://media.test/missing.wav',
    callback_url: url,
  });
  assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
  return String(body['id']);
}

/** Returns the attempts of these jobs' callbacks, once each has one. */
async function readAttempts(jobIds: string[]): Promise<Array<{ jobId: string; reason: string }>> {
  return waitFor(`the callbacks of ${jobIds.length} jobs`, async () => {
    const tries = await longhand.sql<Array<{ jobId: string; reason: string }>>`
      select job_id as "jobId", reason from callback_tries join callbacks on callbacks.id = callback_id
      where job_id in ${longhand.sql(jobIds)}`;
    return new Set(tries.map(({ jobId }) => jobId)).size === jobIds.length ? [...tries] : undefined;
  });
}

/** Returns true if port 80 of the address accepts a TCP connection and answers. */
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
  // TCP has no multicast or broadcast, and reaches an IPv6 link-local address only with its interface.
  const noHost = /^(2[23]\d\.|255\.255\.255\.255$|ff|fe[89ab])/;
  for (const host of [...hosts].filter((host) => isIP(host) !== 0)) {
    const isNoticed = (await isAnswered(host)) && listeners.takeLandings().length === 1;
    assert.equal(isNoticed, !noHost.test(host), host);
  }
});

test('no download and no callback goes to a hostile address or name', async () => {
  for (const url of redirectTargets) {
    assert.match(await download(url), byGuard, url);
    assert.match(await deliver(url), byGuard, url);
  }
  assert.deepEqual(listeners.takeLandings(), []);
});

test('no redirect leads a download or a callback to a hostile address or name', async () => {
  for (const [row, target] of redirectTargets.entries()) {
    const url = `http://media.test/redirect/${row}`;
    assert.match(await download(url), target === harmlessTarget ? /404/ : byGuard, target);
    assert.match(await deliver(url), /302.*Redirects are not followed/, target);
  }
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
});

test('a name that changes leads a download and a callback to its public addresses only', async () => {
  for (const name of changingNames) assert.match(await download(`http://${name}/`), byGuard, name);
  nameServer.startOver();
  for (const name of changingNames) {
    const reasons = [await deliver(`http://${name}/`), await deliver(`http://${name}/`)];
    assert.match(reasons.join(' '), byGuard, name);
  }
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`, `[${customers.ipv6}]:80`]);
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
  await forEachIn([...someOf(table.hostileUrls), ...table.notUrls], async (url) => {
    await checkRefused('media_url', url);
    await checkRefused('callback_url', url);
  });
  assert.deepEqual(listeners.takeLandings(), []);
});

test('a name that leads to a hostile address fails the job and reaches nothing', async () => {
  const names = someOf(hostileNames);
  const jobs = await forEachIn(names, (name) => runJob(`http://${name}/`));
  assert.deepEqual(listeners.takeLandings(), []);
  for (const [row, name] of names.entries()) checkFailed(jobs[row], name);
});

test('a name that changes reaches its public addresses only', async () => {
  const names = someOf(changingNames);
  const jobs = await forEachIn(names, (name) => runJob(`http://${name}/`));
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
  for (const [row, name] of names.entries()) checkFailed(jobs[row], name);
});

test('a redirect to a hostile address or name fails the job and reaches nothing', async () => {
  const rows = someOf([...redirectTargets.keys()]).filter((row) => redirectTargets[row] !== harmlessTarget);
  const jobs = await forEachIn(rows, (row) => runJob(`http://media.test/redirect/${row}`));
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
  for (const [i, row] of rows.entries()) checkFailed(jobs[i], redirectTargets[row] ?? '');
});

test('twenty redirects are followed and not one more', async () => {
  const [most, more] = await forEachIn([20, 21], (hops) => runJob(`http://media.test/hops/${hops}`));
  assert.equal(most?.status, 'transcribed', most?.failure_detail);
  assert.match(more?.failure_detail ?? '', /redirects more than 20 times/);
});

test('a callback to a name that leads to a hostile address reaches nothing', async () => {
  const jobIds = await forEachIn(someOf(hostileNames), (name) => callBack(`http://${name}/`));
  const tries = await readAttempts(jobIds);
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
  for (const { reason } of tries) assert.match(reason, /resolves to an address that is not public\.$/);
});

test('a callback follows no redirect to a hostile address or name', async () => {
  const rows = someOf([...redirectTargets.keys()]);
  await readAttempts(await forEachIn(rows, (row) => callBack(`http://media.test/redirect/${row}`)));
  assert.deepEqual(listeners.takeLandings(), [`${customers.ipv4}:80`]);
});
