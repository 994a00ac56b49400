import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, insertTranscribed } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { pageLook } from '#lib/exports/documents/document-look';
import type { ExportOptions } from '#lib/exports/export-transcript';
import { zipTranscripts } from '#lib/exports/zip-transcripts';
import { withLocale } from '#lib/messages/with-locale';

/** The files of an archive, and how often one could not be made. */
async function unzip(
  db: Db,
  {
    accountId,
    jobIds,
    formats,
  }: { accountId: string; jobIds: string[]; formats?: Array<ExportOptions['format']> },
): Promise<{ files: Record<string, Uint8Array>; failures: number }> {
  let failures = 0;
  const archive = zipTranscripts(db, {
    accountId,
    jobIds,
    formats,
    look: pageLook(),
    baseUrl: 'https://longhand.example',
    toJson: () => ({}),
    onFailure: () => (failures += 1),
  });
  return { files: unzipSync(new Uint8Array(await new Response(archive).arrayBuffer())), failures };
}

test('an archive has the formats chosen, with one number for all files of a job whose name is taken', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const jobIds: string[] = [];
    for (const name of ['Talk.mp3', 'talk.wav', 'Talk (tracked changes).wav']) {
      jobIds.push((await insertTranscribed(db, { accountId, name })).jobId);
    }
    const { files, failures } = await unzip(db, { accountId, jobIds, formats: ['tracked', 'srt', 'word'] });
    const numbered = (name: string) => name.replace(/ \(2\)/, '');
    assert.equal(Object.keys(files).length, 9);
    assert.deepEqual(
      Object.keys(files)
        .filter((name) => name.endsWith('.srt'))
        .toSorted()
        .map((name) => name.toLowerCase()),
      ['talk (2).srt', 'talk (tracked changes).srt', 'talk.srt'],
    );
    const names = Object.keys(files).map((name) => name.toLowerCase());
    assert.equal(new Set(names).size, 9);
    assert.ok(names.every((name) => /^talk( \(tracked changes\))*\.(docx|srt)$/.test(numbered(name))));
    assert.match(strFromU8(files['Talk (tracked changes).srt'] ?? new Uint8Array()), /^1\r?\n00:00:00/);
    assert.equal(failures, 0);
  }));

test('what can’t be exported is listed in a file of its own, and the rest is there', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { jobId: whole } = await insertTranscribed(db, { accountId, name: 'whole.wav' });
    const { jobId: broken } = await insertJob(db, { accountId, name: 'broken.wav' });
    const { jobId: waiting } = await insertJob(db, {
      accountId,
      name: 'waiting.wav',
      status: 'in_progress',
      endedAt: null,
    });
    const { jobId: foreign } = await insertTranscribed(db, { name: 'foreign.wav' });
    const asked = { accountId, jobIds: [whole, broken, waiting, foreign], formats: ['text' as const] };
    const { files, failures } = await unzip(db, asked);
    assert.deepEqual(Object.keys(files).toSorted(), ['Not included.txt', 'whole.txt']);
    const note = strFromU8(files['Not included.txt'] ?? new Uint8Array());
    assert.deepEqual(note.split('\n').slice(2).toSorted(), [
      '',
      '- broken.txt: The file couldn’t be created. Export it from the editor.',
      '- waiting.wav: There is no transcript.',
    ]);
    assert.equal(failures, 1);
    const german = await withLocale('de', () => unzip(db, asked));
    assert.ok('Nicht enthalten.txt' in german.files);
  }));
