import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { makeClient, type Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { secrets, useObservedService } from '#e2e/support/services/use-observed-service';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import type { ReceivedSpan } from '#e2e/support/tracing/read-spans';
import type { Collector } from '#e2e/support/tracing/start-collector';
import { waitFor } from '#e2e/support/wait';

/* Traces that a collector receives, from a client's request to the callback. */
// Only with --all: starts a service that exports.

const fileName = 'board-meeting-of-acme.wav';

let collector: Collector;
let receiver: Receiver;
let files: Server;
let longhand: Longhand;
let account: TestAccount;
let client: Client;
let fileUrl: string;

before(async () => {
  receiver = await startReceiver();
  const clip = (await readClips())[1]?.file ?? '';
  const sound = await readFile(clip);
  files = createServer((_, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end(sound));
  await new Promise<void>((resolve) => void files.listen(0, '127.0.0.1', resolve));
  fileUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/${fileName}?signature=presigned-secret`;
  ({ longhand, collector } = await useObservedService());
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
});
after(async () => {
  await receiver?.close();
  files?.close();
});

const belongsTo = (traceId: string, name: string) => (span: ReceivedSpan) =>
  span.traceId === traceId && span.name === name;

/** The log lines about requests. */
const requestLines = (): Array<Record<string, unknown>> =>
  longhand
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('request, task, steps and callback of a transcription are one trace, which continues that of the client', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await client.request('/jobs', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ media_url: fileUrl, callback_url: receiver.url }),
  });
  const { id: jobId } = (await answer.json()) as { id: string };
  assert.equal((await client.ended(jobId)).status, 'transcribed');
  const callback = await collector.find('the span of the callback', belongsTo(traceId, 'POST callback'));
  const find = (name: string) => collector.find(`the span ${name}`, belongsTo(traceId, name));

  const request = await find('POST /v1/jobs');
  assert.deepEqual([request.kind, request.parentSpanId], [2, 'b7ad6b7169203331']);
  const { attributes } = request;
  assert.equal(attributes['http.request.method'], 'POST');
  assert.equal(attributes['http.route'], '/v1/jobs');
  assert.equal(attributes['url.path'], '/v1/jobs');
  assert.equal(attributes['http.response.status_code'], 200);
  assert.equal(attributes['longhand.request.id'], answer.headers.get('x-request-id'));
  assert.equal(attributes['longhand.account.id'], account.id);
  assert.equal(request.resource['service.name'], 'longhand');
  assert.equal(request.resource['longhand.process'], 'web');
  assert.equal(request.resource['deployment.environment.name'], 'test');

  const task = await find('process transcribe-job');
  assert.deepEqual([task.kind, task.parentSpanId], [5, request.spanId]);
  assert.equal(task.resource['longhand.process'], 'worker');
  assert.equal(task.attributes['longhand.job.id'], jobId);
  assert.equal(task.attributes['longhand.task.attempt'], 1);
  for (const step of ['fetch', 'probe', 'decode', 'recognize', 'complete']) {
    assert.equal((await find(step)).parentSpanId, task.spanId, step);
  }
  const download = await find('GET recording');
  assert.equal(download.parentSpanId, (await find('fetch')).spanId);
  assert.equal(download.attributes['http.response.status_code'], 200);

  assert.deepEqual([callback.kind, callback.parentSpanId], [3, (await find('complete')).spanId]);
  assert.equal(callback.attributes['http.response.status_code'], 204);
  assert.equal(callback.attributes['longhand.job.id'], jobId);
  // One delivery task serves the callbacks of many jobs.
  const [link] = callback.links;
  const delivery = await collector.find('its task', ({ spanId }) => spanId === link?.spanId);
  assert.equal(delivery.name, 'process deliver-callbacks');
  assert.notEqual(delivery.traceId, traceId);
  const [received] = receiver.of(jobId);
  assert.equal(received?.headers['traceparent'], `00-${traceId}-${callback.spanId}-01`);

  const line = await waitFor('the line of the request', () =>
    requestLines().find(({ requestId }) => requestId === answer.headers.get('x-request-id')),
  );
  assert.deepEqual([line['trace_id'], line['span_id']], [traceId, request.spanId]);
  const transcribed = longhand
    .output()
    .split('\n')
    .find((text) => text.includes('"msg":"job transcribed"'));
  assert.ok(transcribed?.includes(`"trace_id":"${traceId}"`), transcribed);
});

test('pages have spans by their routes, without tokens and queries, and files of the build have none', async () => {
  const token = 'Qz7'.padEnd(32, 'x');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await (await fetch(`${longhand.baseUrl}/editor/shared/${token}?name=query-secret`, { headers })).text();
  await (await fetch(`${longhand.baseUrl}/healthz`)).text();
  await (await fetch(`${longhand.baseUrl}/sign-in?next=query-secret`)).text();
  const page = await collector.find('the page', ({ name }) => name === 'GET /sign-in');
  assert.equal(page.attributes['http.response.status_code'], 200);
  const shared = await collector.find('the link', belongsTo(traceId, 'GET /editor/shared/[token]'));
  assert.deepEqual(
    [shared.attributes['url.path'], shared.attributes['http.response.status_code']],
    ['/editor/shared/…', 404],
  );
  for (const secret of [token, 'query-secret', 'presigned-secret', fileName, account.apiKey, account.email]) {
    assert.ok(!collector.raw().includes(secret), secret);
  }
  assert.deepEqual(
    collector.spans.filter(
      ({ scope, attributes }) => scope !== 'longhand' || attributes['url.path'] === '/healthz',
    ),
    [],
  );
  assert.equal(collector.headers[0]?.['x-collector-key'], secrets.collectorKey);
  assert.ok(!longhand.output().includes(secrets.collectorKey));
});

test('a request that fails marks its span, and one without a trace begins one', async () => {
  const answer = await client.request('/jobs/none');
  const span = await collector.find(
    'the request',
    ({ attributes }) => attributes['longhand.request.id'] === answer.headers.get('x-request-id'),
  );
  assert.deepEqual(
    [span.parentSpanId, span.attributes['http.response.status_code'], span.status],
    ['', 404, 0],
  );
});

// Runs last: it ends the service.
test('what was recorded last is sent before the service ends', async () => {
  const answer = await client.request('/account');
  await longhand.end('SIGTERM');
  const requestId = answer.headers.get('x-request-id');
  assert.ok(collector.spans.some(({ attributes }) => attributes['longhand.request.id'] === requestId));
});
