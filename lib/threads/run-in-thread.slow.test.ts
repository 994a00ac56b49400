import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longMeeting } from '#e2e/support/transcript/sample-transcripts';
import { toExportTask, toSource } from '#e2e/support/transcript/to-source';
import { newId } from '#lib/ids/new-id';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';

const accountId = newId();
const other = newId();

const makeTask = (text: string) => toExportTask(toSource([{ speaker: text, text }]));
const makeWord = (text: string, owner: ThreadOwner) =>
  runInThread('write-document', () => ({ ...makeTask(text), format: 'word' as const }), owner);
const makePdf = (text: string, owner: ThreadOwner) =>
  runInThread('write-document', () => ({ ...makeTask(text), format: 'pdf' as const }), owner);
const makeText = (text: string, owner: ThreadOwner) =>
  runInThread('write-text', () => ({ ...makeTask(text), format: 'text' as const }), owner);

test('the documents of an account are made one after the other', async () => {
  const made = await Promise.all(['a', 'b', 'c'].map((text) => makeWord(text, { accountId })));
  assert.equal(new Set(made.map((bytes) => Buffer.from(bytes).toString('base64'))).size, 3);
});

test('a text comes as bytes of its own, halves of characters made whole', async () => {
  const bytes = await makeText('a\ud800b \u{1f600}', { accountId });
  assert.equal(
    Buffer.from(bytes).toString(),
    'a\ud800b \u{1f600}:    00:00    a\ufffdb \u{1f600}\n'.replace('\ud800', '\ufffd'),
  );
  assert.equal(bytes.buffer.byteLength, bytes.byteLength);
});

test('neither another account nor the texts of the same one wait for a large document', async () => {
  const leaving = new AbortController();
  const reason = new Error('the client has gone');
  // Both threads are there.
  await Promise.all([accountId, other].map((id) => makeWord('small', { accountId: id })));
  const large = makePdf('ب'.repeat(2_000_000), { accountId, signal: leaving.signal });
  // It is still being made when the others are.
  const refused = assert.rejects(large, reason);
  const others = Array.from({ length: 3 }, () => makeWord('small', { accountId: other }));
  assert.equal((await Promise.all(others)).length, 3);
  assert.ok((await makeText('small', { accountId })).length > 0);
  leaving.abort(reason);
  await refused;
});

test('what nobody wants any more is not made, and holds nothing up', async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const task = { ...toExportTask(toSource(longMeeting)), format: 'pdf' as const };
  let read = 0;
  const ask = () => {
    read += 1;
    return task;
  };
  const asked = ['a', 'b', 'c'].map(() => runInThread('write-document', ask, { accountId, signal }));
  const next = makeWord('next', { accountId });
  const reason = new Error('the client has gone');
  leaving.abort(reason);
  for (const { reason: thrown } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
    assert.equal(thrown, reason);
  }
  assert.ok((await next).length > 0);
  assert.ok(read <= 1, 'what waits is not read');
});

test('an account that asks for too many at once is told to come again; guests do not fill the turns of the owner', async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const asked = Array.from({ length: 40 }, () => makeWord('x', { accountId, isGuest: true, signal }));
  await assert.rejects(Promise.all(asked), {
    reason: { kind: 'service-unavailable', retryAfterSeconds: 10 },
  });
  assert.ok((await makeWord('x', { accountId })).length > 0);
  leaving.abort();
  await Promise.allSettled(asked);
});

test('a document that cannot be made is an error, and the next one is made', async () => {
  const broken = { ...makeTask('x'), source: undefined as never, format: 'pdf' as const };
  const failed = runInThread('write-document', () => broken, { accountId });
  const next = makePdf('x', { accountId });
  await assert.rejects(failed, /TypeError/);
  assert.equal(
    Buffer.from(await next)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});
