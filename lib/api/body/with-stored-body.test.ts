import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isRefusal } from '#e2e/support/is-refusal';
import { memoryStorage } from '#e2e/support/memory-storage';
import { withStoredBody } from '#lib/api/body/with-stored-body';
import type { Storage } from '#lib/storage/storage';

const put = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://longhand.example/', { method: 'PUT', body, headers, duplex: 'half' } as RequestInit);

async function listKeys(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.listOlderThan(new Date(Date.now() + 1000))) keys.push(key);
  return keys;
}

const read = (request: Request, storage: Storage) =>
  withStoredBody(request, { storage, maxBytes: 10 }, (file) => readFile(file, 'utf8'));

test('a body is a file while it is used, and gone afterwards', async () => {
  const storage = memoryStorage();
  assert.equal(await read(put('ten bytes!'), storage), 'ten bytes!');
  assert.deepEqual(await listKeys(storage), []);
  const failing = withStoredBody(put('x'), { storage, maxBytes: 10 }, () => Promise.reject(new Error('no')));
  await assert.rejects(failing, /no/);
  assert.deepEqual(await listKeys(storage), []);
});

const broken = (): ReadableStream =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('half'));
      controller.error(new Error('gone'));
    },
  });

const refusals: Array<
  [what: string, request: () => Request, kind: 'invalid-parameters' | 'payload-too-large']
> = [
  ['too long a body', () => put('eleven bytes'), 'payload-too-large'],
  ['a body that breaks off', () => put(broken()), 'invalid-parameters'],
  ['no body', () => put(''), 'invalid-parameters'],
  ['a form', () => put(new FormData()), 'invalid-parameters'],
];

for (const [what, request, kind] of refusals) {
  test(`${what} is refused, and nothing stays in storage`, async () => {
    const storage = memoryStorage();
    await assert.rejects(() => read(request(), storage), isRefusal(kind));
    assert.deepEqual(await listKeys(storage), []);
  });
}
