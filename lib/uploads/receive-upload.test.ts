import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import { useSettings } from '#e2e/support/use-settings';
import { newId } from '#lib/ids/new-id';
import { receiveUpload } from '#lib/uploads/receive-upload';

/* No server listens at the addresses of the bucket and the database that locks uploads. */
useSettings({
  ...bucketSettings({ url: 'http://127.0.0.1:1', bucket: 'recordings' }),
  DATABASE_URL: 'postgres://longhand@127.0.0.1:1/longhand',
});

// Otherwise it would try to connect forever.
after(() =>
  (globalThis as { longhandUploadLocks?: { close: () => Promise<void> } }).longhandUploadLocks?.close(),
);

test('while uploads can’t be locked, browsers are asked to come again, and learn nothing of what is behind', async () => {
  const request = new Request('http://longhand.example/jobs/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1',
      'upload-metadata': `filename ${btoa('talk.wav')},filetype ${btoa('audio/wav')}`,
    },
  });
  const answer = await receiveUpload(request, { accountId: newId(), path: '/jobs/uploads' });
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
  assert.match(await answer.text(), /^The server is overloaded or can’t reach its database right now/);
});
