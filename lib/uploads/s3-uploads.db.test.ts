import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import { startS3Server, type S3Server } from '#e2e/support/s3/start-s3-server';
import { useSettings } from '#e2e/support/use-settings';
import { waitFor } from '#e2e/support/wait';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { makeSilence } from '#e2e/support/write-silence';
import { newId } from '#lib/ids/new-id';
import { measuringQueue } from '#lib/jobs/submit/measure-media';
import { env } from '#lib/settings/env';
import { StorageUnavailable } from '#lib/storage/s3/s3-fault';
import { openStorage } from '#lib/storage/open-storage';
import { listUploads } from '#lib/uploads/list-uploads';
import { noteOfUpload } from '#lib/uploads/note-of-upload';
import { measureUpload } from '#lib/uploads/measure-upload';
import { receiveUpload } from '#lib/uploads/receive-upload';
import { submitUpload } from '#lib/uploads/submit-upload';
import { sweepS3Uploads } from '#lib/uploads/sweep-s3-uploads';

/* Resumable uploads to a bucket. */

const where = '/jobs/uploads';

let dataDir: string;
let s3: S3Server;

before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-uploads-'));
  s3 = await startS3Server();
  useSettings({
    ...bucketSettings(s3),
    LONGHAND_DATA_DIR: dataDir,
    LONGHAND_MAX_UPLOAD_BYTES: '50000000',
    LONGHAND_MAX_OPEN_UPLOADS: '4',
    LONGHAND_MAX_OPEN_UPLOAD_BYTES: '60000000',
  });
});
after(async () => {
  await s3.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  s3.fault = () => undefined;
  s3.objects.clear();
  s3.unfinished.clear();
});

function ask(
  accountId: string,
  method: string,
  { id, headers, body }: { id?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Response> {
  const request = new Request(`http://longhand.example${where}${id === undefined ? '' : `/${id}`}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return receiveUpload(request, { accountId, path: where });
}

function tryToBegin(accountId: string, bytes: number): Promise<Response> {
  const metadata = `filename ${btoa('talk.wav')},filetype ${btoa('audio/wav')}`;
  const headers = { 'upload-length': String(bytes), 'upload-metadata': metadata };
  return ask(accountId, 'POST', { headers });
}

async function begin(accountId: string, bytes: number): Promise<string> {
  const begun = await tryToBegin(accountId, bytes);
  assert.equal(begun.status, 201, await begun.text());
  const location = begun.headers.get('location') ?? '';
  assert.match(location, /^\/jobs\/uploads\/[0-9A-Za-z]{22}$/);
  return location.split('/').at(-1) ?? '';
}

function send(accountId: string, id: string, offset: number, body: Buffer): Promise<Response> {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return ask(accountId, 'PATCH', { id, headers, body });
}

async function readOffset(accountId: string, id: string): Promise<number> {
  return Number((await ask(accountId, 'HEAD', { id })).headers.get('upload-offset'));
}

test('an upload that resumes where it broke off becomes media of the same bytes, and nothing else is left', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    // One full part and the rest.
    const content = makeSilence(400, 7);
    const uploadId = await begin(accountId, content.length);
    assert.equal((await send(accountId, uploadId, 0, content.subarray(0, 1_000_000))).status, 204);
    assert.equal(await readOffset(accountId, uploadId), 1_000_000);
    assert.equal(await measureUpload({ accountId, uploadId }), undefined);
    assert.equal((await send(accountId, uploadId, 1_000_000, content.subarray(1_000_000))).status, 204);
    assert.equal(await readOffset(accountId, uploadId), content.length);
    assert.equal(await submitUpload(db, { accountId, uploadId }), undefined, 'not measured yet');
    const measured = { durationSeconds: 400, prices: { recognize: 175, align: 70 } };
    assert.deepEqual(await measureUpload({ accountId, uploadId }), measured);
    assert.deepEqual(await measureUpload({ accountId, uploadId }), measured, 'kept');
    const job = await submitUpload(db, { accountId, uploadId });
    assert.ok(job?.mediaKey);
    assert.deepEqual([job.name, job.mediaBytes], ['talk.wav', content.length]);
    const stored = await openStorage().withLocalFile(job.mediaKey, (file) => readFile(file));
    assert.ok(stored.equals(content));
    assert.deepEqual([...s3.objects.keys()], [`media/${job.mediaKey}`]);
    assert.equal(s3.unfinished.size, 0);
    assert.deepEqual(await submitUpload(db, { accountId, uploadId }), job, 'repeated');
  }));

test('a part that the store refuses for a while is sent again', async () => {
  const accountId = newId();
  const content = makeSilence(1, 7);
  const uploadId = await begin(accountId, content.length);
  let left = 2;
  s3.fault = ({ query }) => (query.has('partNumber') && left-- > 0 ? 503 : undefined);
  assert.equal((await send(accountId, uploadId, 0, content)).status, 204);
  assert.ok(left < 0);
});

test('while the bucket is away, uploads are asked to come again, and not taken for gone', async () => {
  const accountId = newId();
  const content = makeSilence(1, 7);
  const uploadId = await begin(accountId, content.length);
  s3.fault = () => 503;
  const answers = [await ask(accountId, 'HEAD', { id: uploadId }), await tryToBegin(accountId, 100)];
  await assert.rejects(measureUpload({ accountId, uploadId }), StorageUnavailable);
  s3.fault = ({ query }) => (query.has('partNumber') ? 503 : undefined);
  answers.push(await send(accountId, uploadId, 0, content));
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
  s3.fault = () => undefined;
  assert.equal(await readOffset(accountId, uploadId), 0);
});

test('a bucket that breaks off while it gives back what came before is waited for, and the upload continues', async () => {
  const accountId = newId();
  const content = makeSilence(1, 7);
  const uploadId = await begin(accountId, content.length);
  assert.equal((await send(accountId, uploadId, 0, content.subarray(0, 1000))).status, 204);
  s3.fault = ({ method, key }) => (method === 'GET' && key.endsWith('.part') ? 'cut' : undefined);
  const answer = await send(accountId, uploadId, 1000, content.subarray(1000));
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
  s3.fault = () => undefined;
  assert.equal(await readOffset(accountId, uploadId), 1000);
  assert.equal((await send(accountId, uploadId, 1000, content.subarray(1000))).status, 204);
});

test('an upload lies on the web server’s disk only while it is measured, not while it waits for that', async () => {
  const accountId = newId();
  const content = makeSilence(1, 7);
  const uploadId = await begin(accountId, content.length);
  assert.equal((await send(accountId, uploadId, 0, content)).status, 204);
  let release = (): void => {};
  const blocked = measuringQueue().run(accountId, () => new Promise<void>((resolve) => (release = resolve)));
  const measured = measureUpload({ accountId, uploadId });
  await waitFor('its place in the queue', async () => measuringQueue().countWaiting() === 1 || undefined);
  assert.deepEqual(await readdir(path.join(dataDir, 'downloads')).catch(() => []), []);
  release();
  await blocked;
  assert.deepEqual(await measured, { durationSeconds: 1, prices: { recognize: 25, align: 10 } });
});

test('another account’s upload is not found, and stays', async () => {
  const [mine, theirs] = [newId(), newId()];
  const content = makeSilence(1, 7);
  const id = await begin(theirs, content.length);
  assert.equal((await send(theirs, id, 0, content.subarray(0, 1000))).status, 204);
  assert.equal((await ask(mine, 'HEAD', { id })).status, 404);
  assert.equal((await send(mine, id, 1000, content.subarray(1000))).status, 404);
  assert.equal((await ask(mine, 'DELETE', { id })).status, 404);
  assert.equal(await readOffset(theirs, id), 1000);
});

test('an upload that is removed leaves nothing, whole or not', async () => {
  const accountId = newId();
  const content = makeSilence(1, 7);
  for (const sent of [1000, content.length]) {
    const id = await begin(accountId, content.length);
    assert.equal((await send(accountId, id, 0, content.subarray(0, sent))).status, 204);
    assert.equal((await ask(accountId, 'DELETE', { id })).status, 204);
    assert.deepEqual([[...s3.objects.keys()], s3.unfinished.size], [[], 0]);
  }
});

test('an account has so many open uploads and no more, however many begin at once, and the sweep makes room', async () => {
  const { bucket } = env();
  assert.ok(bucket);
  const accountId = newId();
  const content = makeSilence(1, 7);
  const whole = await begin(accountId, content.length);
  assert.equal((await send(accountId, whole, 0, content)).status, 204);
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryToBegin(accountId, 1000)));
  const statuses = answers.map(({ status }) => status);
  const taken = statuses.filter((status) => status === 201).length;
  assert.ok(taken <= 3 && statuses.every((status) => status === 201 || status === 429), statuses.join());
  assert.equal(s3.unfinished.size, taken, 'nothing is left of those refused');
  for (let left = 3 - taken; left > 0; left -= 1) await begin(accountId, 1000);
  assert.equal((await tryToBegin(accountId, 1000)).status, 429);
  await sweepS3Uploads(bucket, new Date(Date.now() + 1000));
  assert.equal((await tryToBegin(accountId, 50_000_000)).status, 201);
  assert.equal((await tryToBegin(accountId, 10_000_001)).status, 429);
  assert.equal((await tryToBegin(accountId, 10_000_000)).status, 201);
});

test('abandoned uploads are swept with their unfinished parts, and those that go on are kept', async () => {
  const { bucket } = env();
  assert.ok(bucket);
  const accountId = newId();
  const content = makeSilence(1, 7);
  for (const sent of [1000, content.length]) {
    const id = await begin(accountId, content.length);
    assert.equal((await send(accountId, id, 0, content.subarray(0, sent))).status, 204);
  }
  const objects = s3.objects.size;
  assert.equal(await sweepS3Uploads(bucket, new Date(Date.now() - 60_000)), 0);
  assert.deepEqual([s3.objects.size, s3.unfinished.size], [objects, 1]);
  assert.equal(await sweepS3Uploads(bucket, new Date(Date.now() + 1000)), objects + 1);
  assert.deepEqual([s3.objects.size, s3.unfinished.size], [0, 0]);
});

test('open uploads in a bucket are listed with their options, those of the account alone', () =>
  withTestTransaction(async (db) => {
    const accountId = newId();
    const content = makeSilence(1, 7);
    const uploadId = await begin(accountId, content.length);
    assert.equal((await send(accountId, uploadId, 0, content)).status, 204);
    const partial = await begin(accountId, content.length);
    assert.equal((await send(accountId, partial, 0, content.subarray(0, 1000))).status, 204);
    await noteOfUpload({ accountId, uploadId: partial }, { options: '{"speakers":2}' });
    await measureUpload({ accountId, uploadId });
    const listed = await listUploads(db, { accountId });
    assert.deepEqual(
      new Map(
        listed.map(({ uploadId: id, sentBytes, measured, options }) => [id, [sentBytes, measured, options]]),
      ),
      new Map([
        [uploadId, [content.length, { durationSeconds: 1, prices: { recognize: 25, align: 10 } }, undefined]],
        [partial, [1000, undefined, '{"speakers":2}']],
      ]),
    );
    assert.equal((await send(accountId, partial, 1000, content.subarray(1000))).status, 204);
    assert.deepEqual(await listUploads(db, { accountId: newId() }), []);
  }));
