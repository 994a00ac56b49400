import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeSounds, type Sounds } from '#e2e/support/faults/make-sounds';
import { startRecognizer, type Recognizer } from '#e2e/support/faults/start-recognizer';
import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import { startS3Server, type S3Server } from '#e2e/support/s3/start-s3-server';
import { signInForCookies } from '#e2e/support/sign-in';
import { freePort, launch, type Launched } from '#e2e/support/start-longhand';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import { createAccount } from '#lib/accounts/create-account';
import { connect } from '#lib/db/connect';

/* Two machines that share a bucket but no folder: a web server with a worker, and a web server alone. */

// Only with --all: starts services of its own, with a bucket.

const secret = randomBytes(32).toString('hex');

let folder: string;
let sounds: Sounds;
let recognizer: Recognizer;
let database: TestDatabase;
let s3: S3Server;
let machines: Launched[] = [];
let baseUrls: string[] = [];
let client: Client;
let cookie: string;

const settings = (name: string, more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...bucketSettings(s3),
  ...recognizer.settings,
  DATABASE_URL: database.url,
  LONGHAND_SECRET: secret,
  LONGHAND_DATA_DIR: path.join(folder, name),
  LONGHAND_MODEL: 'pocketsphinx',
  ...more,
});

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-bucket-'));
  sounds = await makeSounds();
  recognizer = await startRecognizer({ short: true });
  database = await createDatabase();
  s3 = await startS3Server();
  const roles = ['web', 'all'];
  const ports = await Promise.all(roles.map(async () => String(await freePort())));
  baseUrls = ports.map((port) => `http://127.0.0.1:${port}`);
  machines = await Promise.all(
    roles.map((role, i) => launch(settings(role, { LONGHAND_ROLE: role, PORT: ports[i] ?? '' }))),
  );
  const { db, close } = connect(database.url, { max: 1 });
  const person = await createAccount(db, { email: 'one@longhand.example', balanceCents: 100_00 });
  await close();
  const [baseUrl = ''] = baseUrls;
  client = makeClient({ baseUrl }, person.apiKey);
  cookie = await signInForCookies({ baseUrl }, person);
});
after(async () => {
  await Promise.all(machines.map((machine) => machine.end('SIGTERM')));
  await database.drop();
  await s3.stop();
  await recognizer.stop();
  await sounds.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request to a web server, like the signed-in person's browser. */
function browse(server: number, where: string, init: RequestInit = {}): Promise<Response> {
  const baseUrl = baseUrls[server] ?? '';
  const headers = new Headers(init.headers);
  headers.set('cookie', cookie);
  headers.set('origin', baseUrl);
  return fetch(`${baseUrl}${where}`, { ...init, headers });
}

test('a service with its bucket is ready', async () => {
  await waitFor('the service to be ready', async () =>
    (await fetch(`${baseUrls[0]}/readyz`)).status === 200 ? true : undefined,
  );
});

test('a job is transcribed, plays from the bucket through another server, and leaves nothing when it is deleted', async () => {
  const { id } = await client.submitFile(sounds.short, 'audio/wav');
  assert.equal((await client.ended(id)).status, 'transcribed');
  const { url } = await waitFor('the rendition', async () => {
    const media = (await (await browse(0, `/editor/data/${id}/media`)).json()) as { url?: string };
    return media.url === undefined ? undefined : { url: media.url };
  });
  const played = await fetch(`${baseUrls[0]}${url}`, { headers: { range: 'bytes=100-299' } });
  assert.equal(played.status, 206);
  const bytes = Buffer.from(await played.arrayBuffer());
  assert.equal(bytes.length, 200);
  const isPart = [...s3.objects.values()].some(({ content }) => content.subarray(100, 300).equals(bytes));
  assert.ok(isPart);
  assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 204);
  await waitFor('the end of its files', () => (s3.objects.size === 0 ? true : undefined));
  assert.equal(s3.unfinished.size, 0);
});

test('an upload goes on at another web server', async () => {
  const content = await readFile(sounds.short);
  const half = Math.floor(content.length / 2);
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = await browse(0, '/jobs/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${btoa('talk.wav')},filetype ${btoa('audio/wav')}`,
    },
  });
  assert.equal(begun.status, 201, await begun.text());
  const where = begun.headers.get('location') ?? '';
  const send = async (server: number, offset: number, body: Buffer) => {
    const headers = {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    return (await browse(server, where, { method: 'PATCH', headers, body: new Uint8Array(body) })).status;
  };
  assert.equal(await send(0, 0, content.subarray(0, half)), 204);
  assert.equal(await send(1, half, content.subarray(half)), 204);
  const whole = [...s3.objects].find(([key]) => key.startsWith('uploads/') && !/\.\w+$/.test(key));
  assert.ok(whole?.[1].content.equals(content));
  assert.equal((await browse(0, where, { method: 'DELETE', headers: tus })).status, 204);
  assert.equal(s3.objects.size, 0);
});
