import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { makeCallback } from '#e2e/support/make-callback';
import { listTasks } from '#e2e/support/read-rows';
import { recordSpans, type RecordedSpans } from '#e2e/support/tracing/record-spans';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { deliverCallbacks } from '#lib/callbacks/deliver-callbacks';
import { withSpan } from '#lib/tracing/with-span';

let recorded: RecordedSpans | undefined;
afterEach(() => recorded?.stop());

const options = {
  secret: '00'.repeat(32),
  signal: new AbortController().signal,
  present: ({ id }: { id: string }) => ({ id }),
};

test('an attempt continues the trace in which the callback began, and is linked to the task that makes it', async () => {
  recorded = recordSpans();
  const spans = recorded;
  await withTestTransaction(async (db) => {
    // The guard refuses the address: an attempt is made and nothing is reached.
    const url = 'http://10.0.0.1/secret-hook';
    const { queue } = await withSpan('complete', {}, () => makeCallback(db, { url }));
    await withSpan('task', { parent: null }, () => deliverCallbacks(db, queue, options));
  });
  const [began, task, attempt] = [spans.find('complete'), spans.find('task'), spans.find('POST callback')];
  assert.equal(attempt.parentSpanContext?.spanId, began.spanContext().spanId);
  assert.deepEqual(
    attempt.links.map(({ context }) => context.spanId),
    [task.spanContext().spanId],
  );
  assert.equal(attempt.attributes['error.type'], 'no_answer');
  assert.equal(attempt.attributes['longhand.callback.attempt'], 1);
  assert.doesNotMatch(JSON.stringify(attempt.attributes), /secret-hook/);
});

test('without tracing nothing of a trace is stored', async () => {
  await withTestTransaction(async (db) => {
    const { accountId } = await makeCallback(db);
    const [row] = await db.select().from(callbacks).where(eq(callbacks.accountId, accountId));
    assert.equal(row?.traceparent, null);
    const tasks = await listTasks(db, 'deliver-callbacks');
    assert.ok(tasks.length > 0 && tasks.every(({ payload }) => !('traceparent' in payload)));
  });
});
