import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import { connectS3 } from '#e2e/support/s3/connect-s3';
import type { S3Fault, S3Request } from '#e2e/support/s3/s3-fault';
import { startS3Server, type S3Server } from '#e2e/support/s3/start-s3-server';
import { findOutage } from '#lib/outage';
import { s3Storage } from '#lib/storage/s3/s3-storage';
import { StorageUnavailable } from '#lib/storage/s3/s3-fault';
import type { Storage } from '#lib/storage/storage';

/* What a bucket's storage does about a store that fails. */

const silenceMs = 1000;
const partBytes = 1000;
const content = randomBytes(2500);

let folder: string;
let s3: S3Server;
let storage: Storage;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-s3-'));
  s3 = await startS3Server();
  const place = { bucket: s3.bucket, prefix: '', downloads: path.join(folder, 'downloads'), partBytes };
  storage = s3Storage(connectS3(s3, silenceMs), { ...place, silenceMs });
});
after(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.fault = () => undefined;
  s3.objects.clear();
  s3.unfinished.clear();
});

const save = (bytes = content) => storage.save(Readable.from([bytes]), { maxBytes: 10_000 });

/** Lets the first requests that fit go wrong, each in its own way. */
function failFirst(fits: (request: S3Request) => boolean, ...faults: S3Fault[]): () => number {
  const left = [...faults];
  s3.fault = (request) => (fits(request) ? left.shift() : undefined);
  return () => left.length;
}

const isGet = ({ method }: S3Request) => method === 'GET';
const isPut = ({ method }: S3Request) => method === 'PUT';

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

test('a part that fails, or whose answer never comes, is sent again', async () => {
  const left = failFirst(isPut, 500, 'stall', 'lose-answer');
  const { key } = await save();
  assert.equal(left(), 0);
  assert.deepEqual(s3.objects.get(`media/${key}`)?.content, content);
  assert.equal(s3.unfinished.size, 0);
});

test('a body that came otherwise than it was sent is sent again, and given up when that goes on', async () => {
  const left = failFirst(isPut, 'garble-upload', 'garble-upload');
  const small = content.subarray(0, 900);
  const [one, several] = [await save(small), await save()];
  assert.equal(left(), 0);
  assert.deepEqual(s3.objects.get(`media/${one.key}`)?.content, small);
  assert.deepEqual(s3.objects.get(`media/${several.key}`)?.content, content);
  s3.fault = (request) => (isPut(request) ? 'garble-upload' : undefined);
  for (const bytes of [small, content]) await assert.rejects(save(bytes), StorageUnavailable);
  assert.equal(s3.unfinished.size, 0);
});

test('a completion whose answer is lost is a completion', async () => {
  failFirst(({ method, query }) => method === 'POST' && query.has('uploadId'), 'lose-answer');
  const { key } = await save();
  assert.deepEqual(s3.objects.get(`media/${key}`)?.content, content);
});

test('a body that is cut or falls silent is read on from where it stopped', async () => {
  const { key } = await save();
  const left = failFirst(isGet, 'cut', 503, 'stall-body', 'cut');
  const begun = s3.requests.length;
  assert.deepEqual(await collect(storage.read(key, { start: 10, end: 2400 })), content.subarray(10, 2401));
  assert.equal(left(), 0);
  const ranges = s3.requests.slice(begun).map(({ headers }) => headers.range);
  assert.deepEqual(ranges.slice(0, 2), ['bytes=10-2400', 'bytes=1206-2400']);
});

test('a range that ends behind the last byte ends with it, and one behind it is empty', async () => {
  const { key } = await save();
  assert.deepEqual(await collect(storage.read(key, { start: 2490, end: 9000 })), content.subarray(2490));
  assert.equal((await collect(storage.read(key, { start: 2500, end: 9000 }))).length, 0);
});

test('a local file with other bytes than were stored is fetched again, and none is left', async () => {
  const file = path.join(folder, 'adopted');
  await writeFile(file, content);
  const { key } = await storage.adopt(file);
  failFirst(isGet, 'cut', 'garble');
  assert.deepEqual(await storage.withLocalFile(key, (local) => readFile(local)), content);
  s3.fault = (request) => (isGet(request) ? 'garble' : undefined);
  const use = () => assert.fail('these bytes are not used');
  await assert.rejects(storage.withLocalFile(key, use), StorageUnavailable);
  assert.deepEqual(await readdir(path.join(folder, 'downloads')), []);
});

test('a store that keeps failing is an outage, for all that is asked of it', async () => {
  const { key } = await save();
  s3.fault = () => 503;
  const asked: (() => Promise<unknown>)[] = [
    () => storage.check(),
    () => save(),
    () => storage.copy(key),
    () => storage.getSize(key),
    () => collect(storage.read(key, { start: 0, end: 9 })),
    () => storage.remove(key),
  ];
  for (const ask of asked) {
    await assert.rejects(ask, (error) => findOutage(error)?.reason.kind === 'service-unavailable');
  }
});

test('a bucket that takes nothing fails the check until it takes something, then is tried once a minute at most', async () => {
  const open = () => s3Storage(connectS3(s3), { bucket: s3.bucket, prefix: 'a/', downloads: folder });
  const storage = open();
  const before = s3.requests.length;
  s3.fault = (request) => (isPut(request) ? 403 : undefined);
  await assert.rejects(storage.check(), { name: 'AccessDenied' });
  await assert.rejects(storage.check(), { name: 'AccessDenied' });
  s3.fault = () => undefined;
  await storage.check();
  await storage.check();
  const puts = s3.requests.slice(before).filter(isPut);
  assert.deepEqual(
    puts.map(({ key }) => key),
    ['a/check', 'a/check', 'a/check'],
  );
  assert.deepEqual([...s3.objects.keys()], []);
});

test('what an upload that could not be aborted has left is found by the sweep and removed', async () => {
  s3.fault = ({ query, method }) => (query.has('uploadId') && method !== 'POST' ? 500 : undefined);
  await assert.rejects(save());
  s3.fault = () => undefined;
  assert.equal(s3.unfinished.size, 1);
  for await (const { key } of storage.listOlderThan(new Date(Date.now() + 1000))) await storage.remove(key);
  assert.equal(s3.unfinished.size, 0);
});
