import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { createEditorClient, type RequestError } from './editor-client';

afterEach(() => mock.restoreAll());

/** Mocks `fetch` with this response. Returns the mock. */
function answer(make: () => Response): ReturnType<typeof mock.method> {
  return mock.method(globalThis, 'fetch', async () => make());
}

const problem = (status: number, detail?: string): Response =>
  Response.json(
    { status, ...(detail !== undefined && { detail }) },
    { status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
  );

test('every status that is no success has a kind, with the reason that the server gives', async () => {
  const kinds: Array<[number, RequestError['kind']]> = [
    [400, 'refused'],
    [401, 'signed-out'],
    [403, 'closed'],
    [404, 'closed'],
    [408, 'unreachable'],
    [409, 'refused'],
    [413, 'refused'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [502, 'unreachable'],
  ];
  const client = createEditorClient('/editor/data/job');
  for (const [status, kind] of kinds) {
    answer(() => problem(status, 'Because.'));
    assert.deepEqual(await client.request('edit'), { error: { kind, reason: 'Because.' } }, `${status}`);
  }
});

test('what a proxy answers ends no access: it is asked again later', async () => {
  const client = createEditorClient('/editor/data/job');
  for (const status of [403, 404, 500, 502, 503]) {
    for (const make of [
      () => new Response('<h1>Not here</h1>', { status, headers: { 'content-type': 'text/html' } }),
      () => Response.json({ status, detail: 'Blocked.' }, { status }),
    ]) {
      answer(make);
      assert.deepEqual(await client.request('edit'), { error: { kind: 'unreachable' } }, `${status}`);
    }
  }
});

test('a status that is expected is an answer', async () => {
  answer(() => problem(412));
  const result = await createEditorClient('/editor/data/job').request('edit', {}, [412]);
  assert.equal('value' in result && result.value.status, 412);
});

test('no connection, and a body that is cut off, are no answer', async () => {
  const client = createEditorClient('/editor/data/job');
  mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  assert.deepEqual(await client.requestJson('edit'), { error: { kind: 'unreachable' } });
  answer(() => new Response('{"revision": 1, "monol'));
  assert.deepEqual(await client.requestJson('edit'), { error: { kind: 'unreachable' } });
});

test('a client that was closed sends nothing any more, and says why', async () => {
  const fetched = answer(() => Response.json({}));
  const client = createEditorClient('/editor/data/link');
  client.close({ kind: 'closed', reason: 'Revoked.' });
  client.close({ kind: 'closed', reason: 'Told again.' });
  const expected = { error: { kind: 'closed', reason: 'Revoked.' } };
  assert.deepEqual(await client.request('edit', { method: 'PATCH' }, [412]), expected);
  assert.deepEqual(await client.requestJson('words'), expected);
  assert.equal(fetched.mock.callCount(), 0);
});

test('a guest’s name goes along, whatever its letters', async () => {
  const fetched = answer(() => Response.json({}));
  await createEditorClient('/editor/data/link', () => 'Zoë').request('edit', {
    headers: { 'If-Match': '"1"' },
  });
  assert.deepEqual(fetched.mock.calls[0]?.arguments, [
    '/editor/data/link/edit',
    { headers: { 'Longhand-Name': 'Zo%C3%AB', 'If-Match': '"1"' } },
  ]);
});
