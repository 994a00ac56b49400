import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { SpanKind } from '@opentelemetry/api';
import { recordSpans, type RecordedSpans } from '#e2e/support/tracing/record-spans';
import { traceTask } from '#lib/queue/trace-task';

let recorded: RecordedSpans | undefined;
afterEach(() => recorded?.stop());

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const task = { id: '7', attempts: 2, key: null };

test('a task continues the trace that enqueued it, and says which attempt at which job it is', async () => {
  recorded = recordSpans();
  const payload = { jobId: 'abc', traceparent };
  assert.equal(await traceTask('transcribe-job', { payload, task }, async () => 'done'), 'done');
  const span = recorded.find('process transcribe-job');
  assert.deepEqual([span.spanContext().traceId, span.kind], [traceId, SpanKind.CONSUMER]);
  assert.deepEqual(span.attributes, {
    'messaging.system': 'graphile-worker',
    'messaging.operation.type': 'process',
    'messaging.destination.name': 'transcribe-job',
    'messaging.message.id': '7',
    'longhand.task.attempt': 2,
    'longhand.job.id': 'abc',
  });
});

test('a task that serves many jobs has a trace of its own, linked to the one that enqueued it', async () => {
  recorded = recordSpans();
  const payload = { accountId: 'a', origin: 'https://private.example', number: 1, traceparent };
  await traceTask('deliver-callbacks', { payload, task }, async () => {});
  const span = recorded.find('process deliver-callbacks');
  assert.notEqual(span.spanContext().traceId, traceId);
  assert.deepEqual(
    span.links.map(({ context }) => context.traceId),
    [traceId],
  );
  assert.doesNotMatch(JSON.stringify(span.attributes), /private/);
});

test('a task that was enqueued without a trace begins one', async () => {
  recorded = recordSpans();
  for (const payload of [{ _cron: { ts: '2026-11-24' } }, undefined, { traceparent: 5 }]) {
    await traceTask('sweep', { payload, task }, async () => {});
  }
  assert.ok(recorded.all().every(({ parentSpanContext, links }) => !parentSpanContext && links.length === 0));
  assert.equal(recorded.all().length, 3);
});
