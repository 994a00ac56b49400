import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { drip } from '#e2e/support/drip';
import { AddressRefused } from '#lib/net/check-address';
import { explainNetworkError } from '#lib/net/explain-network-error';
import { guardedRequest, type GuardedAnswer, type GuardedRequest } from '#lib/net/guarded-request';
import { hostileAnswers, hostileUrls } from '#e2e/support/net/hostile-addresses';
import { landOn, makeResolver, startServer } from '#e2e/support/net/test-network';

const minute = 60_000;
const limits = {
  connectMs: minute,
  firstByteMs: minute,
  idleMs: minute,
  totalMs: minute,
  maxBytes: 1_000_000,
};
const nothingAllowed = { allowNetworks: [], allowPorts: [] };
const publicAddress = '93.184.215.14';

const loopback = (port: number): GuardedRequest => ({
  policy: { allowNetworks: ['127.0.0.0/8'], allowPorts: [String(port)] },
  limits,
  maxRedirects: 3,
});

test('a hostile URL is refused without a connection', async (t) => {
  const { makeConnector, landings } = landOn(await startServer(t, (_, response) => response.end('reached')));
  const { resolver } = makeResolver({ 'example.com': [[publicAddress]] });
  for (const url of hostileUrls) {
    const asked = guardedRequest(url, {
      policy: nothingAllowed,
      limits,
      maxRedirects: 3,
      resolver,
      makeConnector,
    });
    await assert.rejects(asked, AddressRefused, url);
  }
  assert.deepEqual(landings, []);
});

test('a redirect to any hostile URL is refused without a further connection', async (t) => {
  const port = await startServer(t, (request, response) => {
    const url = hostileUrls[Number(request.url?.slice(1))] ?? '/';
    response.writeHead(302, { location: Buffer.from(url.replace('\n', '\t')).toString('latin1') }).end();
  });
  const { makeConnector, landings } = landOn(port);
  const { resolver } = makeResolver({ 'start.test': [[publicAddress]], 'example.com': [[publicAddress]] });
  const request = { policy: nothingAllowed, limits, maxRedirects: 3, resolver, makeConnector };
  for (const [index, url] of hostileUrls.entries()) {
    // Without a host of its own such a Location is a harmless path on the server that sent it.
    if (url === 'http:127.0.0.1/') continue;
    await assert.rejects(guardedRequest(`http://start.test/${index}`, request), AddressRefused, url);
  }
  assert.deepEqual(new Set(landings), new Set([`${publicAddress}:80`]));
  assert.equal(landings.length, hostileUrls.length - 1);
});

test('a name that leads to a hostile address is refused without a connection, at first and after a redirect', async (t) => {
  const port = await startServer(t, (request, response) => {
    response.writeHead(307, { location: `http://${request.url?.slice(1)}/` }).end();
  });
  const { makeConnector, landings } = landOn(port);
  const names = Object.entries(hostileAnswers).map(([name, answer]) => [name, [answer]] as const);
  const { resolver } = makeResolver({ 'start.test': [[publicAddress]], ...Object.fromEntries(names) });
  const request = { policy: nothingAllowed, limits, maxRedirects: 3, resolver, makeConnector };
  for (const [name] of names) {
    await assert.rejects(guardedRequest(`https://${name}/`, request), AddressRefused, name);
    await assert.rejects(guardedRequest(`http://start.test/${name}`, request), AddressRefused, name);
  }
  assert.deepEqual(landings, Array(names.length).fill(`${publicAddress}:80`));
});

test('a name is resolved once for a connection, so that an answer that changes is never connected to', async (t) => {
  const port = await startServer(t, (_, response) => response.end('reached'));
  const { makeConnector, landings } = landOn(port);
  const { resolver, asked } = makeResolver({ 'rebinding.test': [[publicAddress], ['127.0.0.1']] });
  const request = { policy: nothingAllowed, limits, maxRedirects: 0, resolver, makeConnector };
  assert.equal(await text((await guardedRequest('http://rebinding.test/', request)).body), 'reached');
  assert.deepEqual(asked, ['rebinding.test']);
  await assert.rejects(guardedRequest('http://rebinding.test/', request), AddressRefused);
  assert.deepEqual(landings, [`${publicAddress}:80`]);
});

test('an allowed name is connected to over a real socket at the address that was checked', async (t) => {
  const port = await startServer(t, (request, response) => response.end(request.headers.host));
  const { resolver } = makeResolver({ 'media.test': [['127.0.0.1']] });
  const answer = await guardedRequest(`http://media.test:${port}/`, { ...loopback(port), resolver });
  assert.equal(await text(answer.body), `media.test:${port}`);
});

test('three redirects are followed without credentials, and a fourth is the answer', async (t) => {
  const seen: unknown[] = [];
  const port = await startServer(t, (request, response) => {
    const step = Number(request.url?.slice(1));
    seen.push(request.headers);
    if (step === 0) response.end('here');
    else response.writeHead(302, { location: `/${step - 1}`, 'set-cookie': 'a=b' }).end('elsewhere');
  });
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-key': 'secret', range: 'bytes=0-' };
  const answer = await guardedRequest(`http://127.0.0.1:${port}/3`, { ...loopback(port), headers });
  assert.equal(await text(answer.body), 'here');
  const [first, ...others] = seen as Record<string, string>[];
  assert.equal(first?.['authorization'], 'Bearer secret');
  const host = `127.0.0.1:${port}`;
  const expected = { host, connection: 'keep-alive', range: 'bytes=0-', 'accept-encoding': 'identity' };
  assert.deepEqual(others, [expected, expected, expected]);

  const fourth = await guardedRequest(`http://127.0.0.1:${port}/4`, loopback(port));
  fourth.body.destroy();
  assert.deepEqual([fourth.status, fourth.headers['location']], [302, '/0']);
});

test('the headers of an origin are sent to it instead of ours, and to no other, nor back to it after that', async (t) => {
  const seen: string[][] = [];
  const note = ({ url = '', headers }: IncomingMessage) =>
    seen.push([url, headers.authorization ?? '-', headers['user-agent'] ?? '-']);
  const other = await startServer(t, (request, response) => {
    note(request);
    response.writeHead(302, { location: `http://127.0.0.1:${port}/back` }).end();
  });
  const port = await startServer(t, (request, response) => {
    note(request);
    const next = { '/first': '/same', '/same': `http://127.0.0.1:${other}/other` }[request.url ?? ''];
    if (next === undefined) response.end('here');
    else response.writeHead(302, { location: next }).end();
  });
  const { policy } = loopback(port);
  const answer = await guardedRequest(`http://127.0.0.1:${port}/first`, {
    ...loopback(port),
    policy: { ...policy, allowPorts: [String(port), String(other)] },
    headers: { 'user-agent': 'Longhand' },
    originHeaders: { authorization: 'Bearer secret', 'user-agent': 'Theirs' },
  });
  assert.equal(await text(answer.body), 'here');
  assert.deepEqual(seen, [
    ['/first', 'Bearer secret', 'Theirs'],
    ['/same', 'Bearer secret', 'Theirs'],
    ['/other', '-', 'Longhand'],
    ['/back', '-', 'Longhand'],
  ]);
});

test('a body is posted, and its redirect is the answer', async (t) => {
  const port = await startServer(t, (request, response) => {
    void text(request).then((body) =>
      response.writeHead(307, { location: '/again' }).end(`${request.method} ${body}`),
    );
  });
  const answer = await guardedRequest(`http://127.0.0.1:${port}/`, { ...loopback(port), body: '{}' });
  assert.deepEqual([answer.status, await text(answer.body)], [307, 'POST {}']);
});

test('headers are read as UTF-8 where they are, else as Latin-1', async (t) => {
  const port = await startServer(t, (_, response) => {
    response.writeHead(200, { 'x-utf8': Buffer.from('Grüße').toString('latin1'), 'x-latin1': 'Grüße' }).end();
  });
  const { headers, body } = await guardedRequest(`http://127.0.0.1:${port}/`, loopback(port));
  body.destroy();
  assert.deepEqual([headers['x-utf8'], headers['x-latin1']], ['Grüße', 'Grüße']);
});

/** What the request, or reading its body, ends with, in the guard's words. */
async function readEnd(answer: Promise<GuardedAnswer>): Promise<string | undefined> {
  const error: unknown = await answer.then(({ body }) => text(body)).catch((error: unknown) => error);
  return explainNetworkError(error)?.inWords ?? String(error);
}

test('an answer ends at the total limit, silent or dripping, and at the limit of its size', async (t) => {
  const port = await startServer(t, (request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200).write('a');
    if (request.url === '/large') response.end('a'.repeat(2000));
    drip(response, 'a');
  });
  const ask = (path: string, limit: Partial<GuardedRequest['limits']>) =>
    guardedRequest(`http://127.0.0.1:${port}${path}`, { ...loopback(port), limits: { ...limits, ...limit } });
  await assert.rejects(ask('/silent', { totalMs: 50 }), { name: 'TimeoutError' });
  assert.equal(await readEnd(ask('/dripping', { totalMs: 300 })), 'The request timed out.');
  assert.equal(await readEnd(ask('/large', { maxBytes: 1000 })), 'The response is too large.');
});

test('an aborted request fails with the reason of its signal: before, while waiting and while reading', async (t) => {
  const reason = new Error('stop');
  const waiting = new AbortController();
  const port = await startServer(t, (request, response) => {
    if (request.url === '/reading') response.writeHead(200).write('a');
    else waiting.abort(reason);
  });
  const url = `http://127.0.0.1:${port}`;
  await assert.rejects(guardedRequest(url, { ...loopback(port), signal: AbortSignal.abort(reason) }), reason);

  await assert.rejects(guardedRequest(url, { ...loopback(port), signal: waiting.signal }), reason);

  const reading = new AbortController();
  const answer = await guardedRequest(`${url}/reading`, { ...loopback(port), signal: reading.signal });
  answer.body.once('data', () => reading.abort(reason));
  await assert.rejects(text(answer.body), reason);
});

test('a compressed answer is given as it came', async (t) => {
  const port = await startServer(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([31, 139, 8, 0]));
  });
  const answer = await guardedRequest(`http://127.0.0.1:${port}/`, loopback(port));
  const chunks = await answer.body.toArray();
  assert.deepEqual(Buffer.concat(chunks as Buffer[]), Buffer.from([31, 139, 8, 0]));
});
