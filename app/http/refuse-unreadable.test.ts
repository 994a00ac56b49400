import assert from 'node:assert/strict';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { refuseUnreadable, toOriginForm } from '#app/http/refuse-unreadable';

/* Raw requests, since a client library would refuse to send most of them. */

const server = http.createServer((request, response) => {
  if (!refuseUnreadable(request, response)) response.end('passed');
});
before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())));
after(() => new Promise((resolve) => void server.close(resolve)));

/** The status and body of the response to a request with this line and these headers. */
function ask(line: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const lines = [`${line} HTTP/1.1`, 'Host: own.example', 'Connection: close', 'Content-Length: 0'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve({ status: Number(answer.split(' ')[1]), text: answer.split('\r\n\r\n')[1] ?? '' }),
    );
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

const statuses = async (lines: string[], headers?: Record<string, string>) =>
  Promise.all(lines.map(async (line) => (await ask(line, headers)).status));

test('a target that is no path is refused', async () => {
  assert.deepEqual(
    await statuses([
      'GET *',
      'OPTIONS *',
      'GET ftp://x',
      'GET /%zz',
      'GET /jobs?search=%00',
      'GET /editor/%00/edit',
    ]),
    [400, 400, 400, 400, 400, 404],
  );
});

test('a path that leads out of an API, or spells it in capitals, is answered as an API', async () => {
  for (const line of [
    'GET /V1/jobs',
    'GET /v1/../jobs',
    'GET /v1/%2e%2e/jobs',
    'GET /v1\\..\\x',
    'GET /Api/V1',
    'GET /api/x',
  ]) {
    const { status, text } = await ask(line);
    assert.deepEqual(
      [status, (JSON.parse(/\{.*\}/.exec(text)?.[0] ?? 'null') as { status: number }).status],
      [404, 404],
      line,
    );
  }
});

test('what is below a path of the Whisper ASR webservice, or in capitals, is answered in its shape', async () => {
  for (const line of [
    'GET /asr/x',
    'POST /detect-language/x/',
    'GET /health/x?y',
    'GET //asr//x',
    'POST /Asr',
  ]) {
    const { status, text } = await ask(line);
    const body: unknown = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? 'null');
    assert.deepEqual([status, body], [404, { detail: 'Path not found.' }], line);
  }
  assert.deepEqual(
    await statuses(['POST /asr', 'POST /asr/', 'GET /asrx', 'GET /healthz', 'GET /health?x']),
    [200, 200, 200, 200, 200],
  );
});

test('multipart without a boundary is refused at pages; the API words it itself', async () => {
  for (const type of [
    'multipart/form-data',
    'Multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
  ]) {
    assert.deepEqual(
      await statuses(['POST /', 'POST /sign-in', 'POST /v1/jobs'], { 'Content-Type': type }),
      [400, 400, 200],
      type,
    );
  }
});

test('an action is for our own pages', async () => {
  const action = { 'Next-Action': 'x', 'Content-Type': 'text/plain;charset=UTF-8' };
  const from = (origin: string) => ask('POST /sign-in', { ...action, Origin: origin });
  const answers = await Promise.all(
    ['https://evil.example', 'null', 'http://own.example:81', 'http://own.example'].map(from),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 200],
  );
  assert.equal((await ask('POST /sign-in', action)).status, 200);
  for (const type of ['application/x-www-form-urlencoded', 'application/json', ';']) {
    assert.equal((await ask('POST /sign-in', { ...action, 'Content-Type': type })).status, 400, type);
  }
});

test('whatever changes something with a cookie is for our own pages; the APIs take keys', async () => {
  const foreign = { Origin: 'https://evil.example' };
  const lines = [
    ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /jobs/uploads/x`),
    ...['PUT', 'DELETE'].map((method) => `${method} /jobs/uploads/transcript/x`),
    ...['POST /jobs/download', 'PUT /editor/data/x/presence'],
  ];
  assert.deepEqual(
    await statuses(lines, foreign),
    lines.map(() => 403),
  );
  assert.deepEqual(await statuses(['POST /v1/jobs', 'POST /mcp', 'GET /jobs'], foreign), [200, 200, 200]);
});

test('a router state that is none is refused', async () => {
  const states = ['x', '%', '[]', '[""]', '["",null]', '{}', 'null', encodeURIComponent('["",{}]')];
  assert.deepEqual(
    await Promise.all(
      states.map(
        async (state) => (await ask('GET /jobs', { RSC: '1', 'Next-Router-State-Tree': state })).status,
      ),
    ),
    [400, 400, 400, 400, 400, 400, 400, 200],
  );
});

test('what Next serves itself is only read', async () => {
  assert.deepEqual(
    await statuses(['POST /_next/image', 'DELETE /_next/static/x', 'PROPFIND /']),
    [405, 405, 405],
  );
});

test('other requests pass', async () => {
  const lines = [
    'GET /',
    'GET /v1',
    'GET /v1/jobs?x=../V1',
    'GET //v1/jobs',
    'GET /api/v1/jobs',
    'GET /api/auth/csrf',
  ];
  assert.deepEqual(
    await statuses([...lines, 'POST /api/stripe', 'GET /v10', 'GET /apiary', 'GET /v1/jobs/..']),
    [...[200, 200, 200, 200, 200, 200, 200, 200, 200, 200]],
  );
});

test('a target that names the server is its path', () => {
  const targets = [
    'http://own.example/v1?x',
    'HTTP://own.example',
    'http://own.example?x',
    '/a?b=http://c/',
    '*',
  ];
  assert.deepEqual(targets.map(toOriginForm), ['/v1?x', '/', '/?x', '/a?b=http://c/', '*']);
});

test('what can’t be read below a path of OpenAI’s API is told in its shape, with a code for its status', async () => {
  for (const [line, status, code] of [
    ['GET /v1/models/%zz', 400, 'invalid_url'],
    ['PROPFIND /v1/models', 405, 'method_not_allowed'],
    ['PROPFIND /v1/audio/transcriptions', 405, 'method_not_allowed'],
    ['GET /v1/models/../../V1/x', 404, 'unknown_url'],
  ] as const) {
    const answer = await ask(line);
    const { error } = JSON.parse(/\{.*\}/.exec(answer.text)?.[0] ?? 'null') as {
      error: Record<string, unknown>;
    };
    assert.deepEqual(
      [answer.status, error['type'], error['code']],
      [status, 'invalid_request_error', code],
      line,
    );
    assert.deepEqual(Object.keys(error), ['message', 'type', 'param', 'code']);
  }
});
