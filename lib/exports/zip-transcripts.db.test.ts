import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { makeAccount } from '#e2e/support/make-account';
import { insertJob, insertTranscribed } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { pageLook } from '#lib/exports/documents/document-look';
import type { ExportOptions } from '#lib/exports/export-transcript';
import { exportFormats, type ExportFormat, type ExportFormatName } from '#lib/exports/formats';
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
    onFailure: () => (failures += 1),
  });
  return { files: unzipSync(new Uint8Array(await new Response(archive).arrayBuffer())), failures };
}

test('an archive has the formats chosen, with one number for all files of a job whose name is taken', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const jobIds: string[] = [];
    const recordings = [
      { name: 'Talk.mp3', createdAt: new Date('2026-01-03') },
      { name: 'talk.wav', createdAt: new Date('2026-01-02') },
      { name: 'Talk (tracked changes).wav', createdAt: new Date('2026-01-01') },
    ];
    for (const recording of recordings) {
      jobIds.push((await insertTranscribed(db, { accountId, ...recording })).jobId);
    }
    const { files, failures } = await unzip(db, { accountId, jobIds, formats: ['tracked', 'srt', 'word'] });
    assert.deepEqual(Object.keys(files), [
      'Talk (tracked changes).docx',
      'Talk.srt',
      'Talk.docx',
      'talk (tracked changes) (2).docx',
      'talk (2).srt',
      'talk (2).docx',
      'Talk (tracked changes) (tracked changes) (3).docx',
      'Talk (tracked changes) (3).srt',
      'Talk (tracked changes) (3).docx',
    ]);
    assert.match(strFromU8(files['talk (2).srt'] ?? new Uint8Array()), /^1\r?\n00:00:00/);
    assert.equal(failures, 0);
  }));

test('what can’t be exported is listed in a file of its own, and the rest is there', () =>
  withTestTransaction(async (db) => {
    const registry: Record<string, ExportFormat> = exportFormats;
    registry['broken'] = { ...exportFormats.text, extension: 'bad', write: () => assert.fail('broken') };
    try {
      const accountId = await makeAccount(db);
      const { jobId: whole } = await insertTranscribed(db, { accountId, name: 'whole.wav' });
      // Its transcript is gone, as that of a job which is deleted while the archive is made.
      const { jobId: deleted } = await insertJob(db, { accountId, name: 'deleted.wav' });
      const waits = { name: 'waiting.wav', status: 'in_progress', endedAt: null } as const;
      const { jobId: waiting } = await insertJob(db, { accountId, ...waits });
      const { jobId: foreign } = await insertTranscribed(db, { name: 'foreign.wav' });
      const formats = ['broken' as ExportFormatName, 'text' as const];
      const asked = { accountId, jobIds: [whole, deleted, waiting, foreign], formats };
      const { files, failures } = await unzip(db, asked);
      assert.deepEqual(Object.keys(files), ['whole.txt', 'Not included.txt']);
      const note = strFromU8(files['Not included.txt'] ?? new Uint8Array());
      assert.deepEqual(note.split('\n').slice(2, -1).toSorted(), [
        '- deleted.wav: The transcript was deleted.',
        '- waiting.wav: There is no transcript.',
        '- whole.bad: The file couldn’t be created. Export it from the editor.',
      ]);
      assert.equal(failures, 1);
      const german = await withLocale('de', () => unzip(db, asked));
      assert.ok('Nicht enthalten.txt' in german.files);
    } finally {
      delete registry['broken'];
    }
  }));
