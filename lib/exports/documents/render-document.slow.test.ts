import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#lib/ids/new-id';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { renderDocument, type RenderTask } from '#lib/exports/documents/render-document';
import { toSampleDocument, longDocument } from '#e2e/support/transcript/sample-transcripts';

const accountId = newId();
const other = newId();

const makeTask = (text: string): RenderTask => ({
  format: 'word',
  document: toSampleDocument('x', [{ speaker: text, text }]),
});

test('the documents of an account are made one after the other', async () => {
  const made = await Promise.all(
    ['a', 'b', 'c'].map((text) => renderDocument(makeTask(text), { accountId })),
  );
  assert.equal(new Set(made.map((bytes) => Buffer.from(bytes).toString('base64'))).size, 3);
});

test('the documents of another account are made while a large one is', async () => {
  const leaving = new AbortController();
  const reason = new Error('the client has gone');
  // Both threads are there.
  await Promise.all([accountId, other].map((id) => renderDocument(makeTask('small'), { accountId: id })));
  const document = toSampleDocument('x', [{ speaker: 'A', text: 'ب'.repeat(2_000_000) }]);
  const large = renderDocument({ format: 'pdf', document }, { accountId, signal: leaving.signal });
  // It is still being made when the others are.
  const refused = assert.rejects(large, reason);
  const others = Array.from({ length: 3 }, () => renderDocument(makeTask('small'), { accountId: other }));
  assert.equal((await Promise.all(others)).length, 3);
  leaving.abort(reason);
  await refused;
});

test('what nobody wants any more is not made, and holds nothing up', async () => {
  const leaving = new AbortController();
  const asked = ['a', 'b', 'c'].map(() =>
    renderDocument({ format: 'pdf', document: longDocument() }, { accountId, signal: leaving.signal }),
  );
  const next = renderDocument(makeTask('next'), { accountId });
  const reason = new Error('the client has gone');
  leaving.abort(reason);
  for (const { reason: thrown } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
    assert.equal(thrown, reason);
  }
  assert.ok((await next).length > 0);
});

test('an account that asks for too many at once is told to come again', async () => {
  const leaving = new AbortController();
  const asked = Array.from({ length: 40 }, () =>
    renderDocument(makeTask('x'), { accountId, signal: leaving.signal }),
  );
  await assert.rejects(Promise.all(asked), {
    reason: { kind: 'service-unavailable', retryAfterSeconds: 10 },
  });
  leaving.abort();
  await Promise.allSettled(asked);
});

test('a document that cannot be made is an error, and the next one is made', async () => {
  const broken = { name: 'x', language: 'en', createdAt: 0, blocks: undefined };
  const document = broken as unknown as TranscriptDocument;
  const failed = renderDocument({ format: 'pdf', document }, { accountId });
  const next = renderDocument({ format: 'pdf', document: toSampleDocument('x', []) }, { accountId });
  await assert.rejects(failed, /the pdf document can't be made/);
  assert.equal(
    Buffer.from(await next)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});
