import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { longMeeting, toSampleDocument } from '#e2e/support/transcript/sample-transcripts';
import { toExportTask, toSource } from '#e2e/support/transcript/to-source';
import { toPlain } from '#lib/exports/documents/transcript-document';
import { newId } from '#lib/ids/new-id';
import { runInThread } from '#lib/threads/run-in-thread';

// Only with --all: documents that are long or in many scripts.

const run = promisify(execFile);
const source = toSource(longMeeting);
const document = toSampleDocument('x', longMeeting);

const folder = await makeTestFolder();

/** Other work must have its turn at least so often. Made on this thread, a document would let some hundreds through at most. */
const enoughTurns = 5000;

/** The document, and how often other work on this thread had its turn meanwhile, up to what is enough. */
async function renderAside(format: 'word' | 'pdf'): Promise<{ bytes: Uint8Array; turns: number }> {
  let turns = 0;
  let isMade = false;
  const turn = (): void => {
    turns++;
    if (!isMade && turns <= enoughTurns) setImmediate(turn);
  };
  turn();
  const task = { ...toExportTask(source), format };
  const bytes = await runInThread('write-document', () => task, { accountId: newId() });
  isMade = true;
  return { bytes, turns };
}

test('while three hours of speech become a Word document, this thread continues with other work', async () => {
  const { bytes, turns } = await renderAside('word');
  assert.ok(bytes.length > 10_000);
  assert.ok(turns > enoughTurns, String(turns));
});

test('three hours of speech are all in a PDF, in order, on numbered pages, and this thread continued with other work', async () => {
  const { bytes, turns } = await renderAside('pdf');
  assert.ok(turns > enoughTurns, String(turns));
  const file = path.join(folder, 'document.pdf');
  await writeFile(file, bytes);
  await run('qpdf', ['--check', file]);
  const pages = Number(/^Pages: +(\d+)$/m.exec((await run('pdfinfo', [file])).stdout)?.[1]);
  assert.ok(pages > 50);
  const { stdout } = await run('pdftotext', [file, '-'], { maxBuffer: 32e6 });
  const read = stdout.replaceAll(/\s+/g, ' ').replaceAll(new RegExp(` \\d+ ?/ ?${pages}(?= |$)`, 'g'), '');
  const expected = document.blocks.map(({ label, text }) => `${toPlain(label)} ${toPlain(text)}`);
  assert.equal(read.trim(), [document.name, ...expected].join(' '));
});
