import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { insertTranscribed } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { pageLook } from '#lib/exports/documents/document-look';
import { exportTranscript } from '#lib/exports/export-transcript';
import { exportFormats, listApiTypes, type ExportFormat, type ExportFormatName } from '#lib/exports/formats';
import { zipTranscripts } from '#lib/exports/zip-transcripts';

/* One entry is all that another format takes. */

const outline: ExportFormat = {
  extension: 'org',
  type: 'text/org; charset=utf-8',
  api: { resource: 'transcript', type: 'text/org', isAttachment: false },
  isArchivedByDefault: true,
  choice: 'speakers',
  write: (transcript, { job, speakers }) =>
    [`# ${job.name}`, ...(speakers === false ? [] : transcript.speakers.map(({ name }) => `- ${name}`))].join(
      '\n',
    ),
};

test('a format that is added is offered by the API, exported by the editor and put into archives', () =>
  withTestTransaction(async (db) => {
    const registry: Record<string, ExportFormat> = exportFormats;
    const offered = listApiTypes('transcript');
    registry['outline'] = outline;
    try {
      assert.deepEqual(listApiTypes('transcript'), [...offered, 'text/org']);
      const job = await insertTranscribed(db, { name: 'Meeting.mp3' });
      const exported = await exportTranscript(
        db,
        job,
        {
          format: 'outline' as ExportFormatName,
          version: 'latest',
        },
        { editorUrl: 'https://longhand.example/editor/x', look: pageLook() },
      );
      const content = '# Meeting.mp3\n- Speaker 1\n- Speaker 2\n- Speaker 3';
      assert.deepEqual(exported, { name: 'Meeting.org', type: 'text/org; charset=utf-8', content });
      const { accountId, jobId } = job;
      const archive = zipTranscripts(db, {
        accountId,
        jobIds: [jobId],
        look: pageLook(),
        baseUrl: 'https://longhand.example',
        onFailure: (error) => assert.fail(String(error)),
      });
      const files = unzipSync(new Uint8Array(await new Response(archive).arrayBuffer()));
      assert.deepEqual(Object.keys(files).toSorted(), ['Meeting.docx', 'Meeting.org', 'Meeting.txt']);
      assert.equal(strFromU8(files['Meeting.org'] ?? new Uint8Array()), content);
    } finally {
      delete registry['outline'];
    }
  }));
