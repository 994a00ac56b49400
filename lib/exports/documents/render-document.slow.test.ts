import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { renderDocument } from '#lib/exports/documents/render-document';
import { toSampleDocument, longDocument } from '#e2e/support/transcript/sample-transcripts';

test('while three hours of speech become a document, this thread continues with other work', async () => {
  const document = longDocument();
  for (const format of ['word', 'pdf'] as const) {
    let turns = 0;
    let isMade = false;
    const turn = (): void => {
      turns++;
      if (!isMade) setImmediate(turn);
    };
    turn();
    const bytes = await renderDocument(format, document);
    isMade = true;
    assert.ok(bytes.length > 10_000);
    // Made on this thread, it would let some hundreds through at most.
    assert.ok(turns > 5000, `${format}: ${turns}`);
  }
});

test('documents asked for at once are made one after the other', async () => {
  const texts = ['a', 'b', 'c'].map((text) => toSampleDocument('x', [{ speaker: text, text }]));
  const made = await Promise.all(texts.map((document) => renderDocument('word', document)));
  assert.equal(new Set(made.map((bytes) => Buffer.from(bytes).toString('base64'))).size, 3);
});

test('a document that cannot be made is an error, and the next one is made', async () => {
  const broken = {
    name: 'x',
    language: 'en',
    createdAt: 0,
    blocks: undefined,
  } as unknown as TranscriptDocument;
  const failed = renderDocument('pdf', broken);
  const next = renderDocument('pdf', toSampleDocument('x', []));
  await assert.rejects(failed, /the pdf document can't be made/);
  assert.equal(
    Buffer.from(await next)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});
