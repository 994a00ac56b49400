import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { connectMcp } from '#e2e/support/mcp/connect-client';
import { serveApi } from '#e2e/support/openai/serve-api';
import { readSeed } from '#e2e/support/seed';
import { withSettings } from '#e2e/support/with-settings';

/* What is refused before a tool is reached, on the wire: errors of JSON-RPC, never a page, never a 500. FUZZ_SEED repeats a run. */

const seed = readSeed('FUZZ_SEED');
const api = await serveApi();

interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

async function send(
  init: RequestInit = {},
  { path = '/mcp', key = api.account.keys.live } = {},
): Promise<Answered> {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${key}`,
  });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const response = await api.ask(path, { method: 'POST', ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}

const post = (message: unknown, init: RequestInit = {}) => send({ ...init, body: JSON.stringify(message) });

const getCode = ({ body }: Answered): number | undefined =>
  (body as { error?: { code: number } }).error?.code;

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const callTool = (id: number, name: string, given: object = {}) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: given },
});

test('without a valid key, the answer is 401 with WWW-Authenticate', async () => {
  for (const key of ['none', 'lh_live_unknown']) {
    const answered = await send({ body: JSON.stringify(list) }, { key });
    assert.deepEqual([answered.status, answered.headers.get('www-authenticate')], [401, 'Bearer']);
    assert.equal(getCode(answered), -32_000);
  }
  await assert.rejects(connectMcp({ baseUrl: api.baseUrl() }, undefined), /API key/);
});

test('there is no stream from the server, and no session to end', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const answered = await send({ method });
    assert.deepEqual([answered.status, answered.headers.get('allow')], [405, 'POST, OPTIONS'], method);
    assert.equal(getCode(answered), -32_000);
  }
});

test('pages of other origins are refused, and our own are not', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:3001', 'x']) {
    assert.equal((await post(list, { headers: { origin } })).status, 403, origin);
    assert.equal((await send({ method: 'GET', headers: { origin } })).status, 403, origin);
  }
  assert.equal((await post(list, { headers: { origin: 'http://127.0.0.1:3000' } })).status, 200);
});

test('what is no message is refused with its code', async () => {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const rows: Array<[what: string, init: RequestInit, status: number, code: number]> = [
    ['no JSON', { body: '{"jsonrpc":' }, 400, -32_700],
    ['nothing', {}, 400, -32_700],
    ['an empty batch', { body: '[]' }, 400, -32_600],
    ['a long batch', { body: JSON.stringify(Array.from({ length: 21 }, () => list)) }, 400, -32_600],
    ['a batch that initializes', { body: JSON.stringify([initialize, list]) }, 400, -32_600],
    ['a form', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415, -32_000],
    ['no accepted type', { body: JSON.stringify(list), headers: { accept: 'text/html' } }, 406, -32_000],
    ['a long body', { body: `"${'x'.repeat(800 * 1024)}"` }, 413, -32_000],
    [
      'an unknown revision',
      { body: JSON.stringify(list), headers: { 'mcp-protocol-version': '1999-01-01' } },
      ...([400, -32_000] as const),
    ],
  ];
  for (const [what, init, status, code] of rows) {
    const answered = await send(init);
    assert.deepEqual([answered.status, getCode(answered)], [status, code], what);
  }
});

test('unknown methods and tools are errors of their message, in a batch beside answers', async () => {
  const unknown = await post({ ...list, method: 'tools/none' });
  assert.deepEqual([unknown.status, getCode(unknown)], [200, -32_601]);
  assert.equal(getCode(await post(callTool(1, 'delete_everything'))), -32_602);
  for (const name of ['constructor', '__proto__'])
    assert.equal(getCode(await post(callTool(1, name))), -32_602);
  const batch = await post([{ ...list, id: 1 }, { ...list, id: 2, method: 'x' }, callTool(3, 'list_jobs')]);
  const answers = batch.body as Array<{ id: number; result?: unknown; error?: { code: number } }>;
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      [1, undefined],
      [2, -32_601],
      [3, undefined],
    ],
  );
});

test('notifications are accepted, and a batch that cancels its own message is answered', async () => {
  const initialized = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([initialized.status, initialized.body], [202, '']);
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const batch = await post([callTool(1, 'list_jobs'), cancel]);
  assert.equal(batch.status, 200);
});

test('the revision of 2026 is answered too, and has nothing to subscribe to', async () => {
  const ask = (method: string, params: object, more: Record<string, string> = {}) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...more };
    return post({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }, { headers });
  };
  const called = await ask('tools/call', { name: 'list_jobs', arguments: {} }, { 'mcp-name': 'list_jobs' });
  assert.equal(called.status, 200, JSON.stringify(called.body));
  const { result } = called.body as { result: { structuredContent: unknown } };
  assert.deepEqual(result.structuredContent, { jobs: [] });
  assert.equal((await ask('server/discover', {})).status, 200);
  assert.equal(getCode(await ask('subscriptions/listen', { notifications: {} })), -32_603);
});

test('paths beside the one that there is are answered as the dialect does', async () => {
  for (const path of ['/mcp/x', '/mcp/x/y', '/MCP', '/mcp.rsc', '//mcp', '/mcp/../mcp/x', '/mcp\\x']) {
    const answered = await send({ body: '{}' }, { path });
    assert.ok([400, 404].includes(answered.status), `${path}: ${answered.status}`);
    assert.equal(getCode(answered), -32_000, path);
  }
});

test('each message of a batch counts against the limit of its key', async () => {
  await withSettings({ requestsPerMinute: 4 }, async () => {
    const first = await post([list, { ...list, id: 2 }, { ...list, id: 3 }]);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('ratelimit-limit'), '4');
    const second = await post([list, { ...list, id: 2 }]);
    assert.deepEqual([second.status, getCode(second)], [429, -32_000]);
    const third = await post(list);
    assert.deepEqual([third.status, getCode(third)], [429, -32_000]);
    assert.ok(Number(third.headers.get('retry-after')) > 0);
  });
});

test(`400 malformed messages (seed ${seed}) are answered in the dialect’s shape, none with a 500`, async () => {
  const names = ['get_job', 'list_jobs', 'get_transcript', 'search_transcripts', 'estimate_price', 'x'];
  const scalar = fc.oneof(
    fc.constantFrom('', '\0', '-1', 'a b', '__proto__', '1-1', 'x'.repeat(5000), '💥', null, -1, 0.5, 1e300),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const argumentNames = fc.constantFrom(
    ...['job_id', 'cursor', 'limit', 'query', 'start_seconds', 'end_seconds', 'max_characters', 'version'],
    ...['media_url', 'duration_seconds', '__proto__', 'constructor'],
  );
  const given = fc.dictionary(argumentNames, fc.oneof(scalar, fc.constantFrom({}, [], true)), { maxKeys: 5 });
  const message = fc.record({
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: fc.oneof(fc.constantFrom(1, 'a'), scalar),
    method: fc.constantFrom(
      'tools/call',
      'tools/call',
      'tools/call',
      'initialize',
      'ping',
      'prompts/list',
      '',
    ),
    params: fc.oneof(
      { weight: 5, arbitrary: fc.record({ name: fc.constantFrom(...names), arguments: given }) },
      { weight: 1, arbitrary: scalar },
    ),
  });
  const any = fc.oneof(
    { weight: 8, arbitrary: message },
    { weight: 1, arbitrary: fc.array(message, { minLength: 2, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.json().map((text) => JSON.parse(text) as unknown) },
  );
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(any, async (body) => {
      const { status, body: answer } = await post(body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok(status < 500, `${status}`);
      for (const one of [answer].flat()) {
        if (status === 202) continue;
        assert.equal((one as { jsonrpc: string }).jsonrpc, '2.0');
        assert.doesNotMatch(JSON.stringify(one), /on our side|Output validation/);
      }
    }),
    { seed, numRuns: 400, endOnFailure: true },
  );
  assert.ok((statuses.get(200) ?? 0) > 100, JSON.stringify([...statuses]));
});

test('every tool is a row of the docs', async () => {
  const docs = await readFile('docs/mcp.md', 'utf8');
  const rows = [...docs.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  const { client, close } = await connectMcp({ baseUrl: api.baseUrl() }, api.account.keys.read);
  const { tools } = await client.listTools();
  await close();
  assert.deepEqual(
    rows,
    tools.map(({ name }) => name),
  );
});
