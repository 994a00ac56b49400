import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { SpanKind } from '@opentelemetry/api';
import { recordSpans, type RecordedSpans } from '#e2e/support/tracing/record-spans';
import { openRequestSpan } from '#lib/tracing/request-span';
import { currentTraceparent, withSpan } from '#lib/tracing/with-span';

let recorded: RecordedSpans | undefined;

function start(): RecordedSpans {
  recorded = recordSpans();
  return recorded;
}

afterEach(() => recorded?.stop());

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test('where tracing is off, the work is done and nothing else', async () => {
  const value = await withSpan('off', {}, async ({ note, fail, traceparent }) => {
    note({ a: 1 });
    fail('x');
    assert.equal(traceparent, undefined);
    return 7;
  });
  assert.equal(value, 7);
  assert.equal(currentTraceparent(), undefined);
  const request = { requestId: 'x', method: 'GET', path: '/', route: '/', headers: {} };
  assert.equal(openRequestSpan(request), undefined);
});

test('work inside of work is a step of it, across whatever it waits for', async () => {
  const { find } = start();
  let within: string | undefined;
  await withSpan('outer', { attributes: { a: 'b' } }, async ({ traceparent }) => {
    await new Promise(setImmediate);
    assert.equal(currentTraceparent(), traceparent);
    await withSpan('inner', {}, async (span) => {
      within = span.traceparent;
      span.note({ c: 2 });
    });
  });
  const [outer, inner] = [find('outer'), find('inner')];
  assert.equal(inner.parentSpanContext?.spanId, outer.spanContext().spanId);
  assert.equal(within, `00-${outer.spanContext().traceId}-${inner.spanContext().spanId}-01`);
  assert.deepEqual([outer.attributes, inner.attributes], [{ a: 'b' }, { c: 2 }]);
  assert.equal(currentTraceparent(), undefined);
});

test('a span continues the trace that it is given, or begins one and is linked', async () => {
  const { find } = start();
  await withSpan('continued', { kind: 'consumer', parent: traceparent }, async () => {});
  await withSpan('linked', { parent: null, linkedTo: traceparent }, async () => {});
  await withSpan('made up', { parent: 'nonsense', linkedTo: 'nonsense' }, async () => {});
  const continued = find('continued');
  assert.equal(continued.spanContext().traceId, traceId);
  assert.equal(continued.kind, SpanKind.CONSUMER);
  const linked = find('linked');
  assert.notEqual(linked.spanContext().traceId, traceId);
  assert.deepEqual(
    linked.links.map(({ context }) => context.traceId),
    [traceId],
  );
  assert.equal(find('made up').parentSpanContext, undefined);
  assert.deepEqual(find('made up').links, []);
});

test('of an error a span tells the kind, and no word that it says', async () => {
  const { all, find } = start();
  const error = Object.assign(new Error('https://files.example/secret.wav is not there'), { code: 'ENOENT' });
  const cases = { a: error, b: new TypeError('secret'), c: 'secret' };
  for (const [name, thrown] of Object.entries(cases)) {
    await assert.rejects(
      withSpan(name, {}, () => Promise.reject(thrown as Error)),
      (caught) => caught === thrown,
    );
  }
  assert.deepEqual(
    Object.keys(cases).map((name) => [find(name).attributes['error.type'], find(name).status.code]),
    [
      ['ENOENT', 2],
      ['TypeError', 2],
      ['string', 2],
    ],
  );
  const told = all().map(({ attributes, status, events }) => ({ attributes, status, events }));
  assert.doesNotMatch(JSON.stringify(told), /secret/);
});

test('the span of a request continues its client’s trace and ends with the answer', async () => {
  const { find } = start();
  const request = {
    requestId: 'abc',
    method: 'GET',
    path: '/v1/jobs/x',
    route: '/v1/jobs/[id]',
    headers: { traceparent },
  };
  const span = openRequestSpan(request);
  assert.ok(span);
  assert.equal(span.traceId, traceId);
  assert.equal(span.run(currentTraceparent), `00-${traceId}-${span.spanId}-01`);
  span.end({ status: 503, isAborted: false, accountId: 'ann' });
  const { attributes, status, kind } = find('GET /v1/jobs/[id]');
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'url.path': '/v1/jobs/x',
    'http.route': '/v1/jobs/[id]',
    'http.response.status_code': 503,
    'longhand.request.id': 'abc',
    'longhand.account.id': 'ann',
    'error.type': '503',
  });
  assert.deepEqual([kind, status.code], [SpanKind.SERVER, 2]);
  openRequestSpan({ ...request, method: 'NONSENSE', route: undefined })?.end({
    ...{ status: 499, isAborted: true, accountId: undefined },
  });
  assert.equal(find('HTTP').attributes['http.request.method'], '_OTHER');
});
