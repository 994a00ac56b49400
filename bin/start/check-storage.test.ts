import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import { startS3Server, type S3Server } from '#e2e/support/s3/start-s3-server';
import { useSettings } from '#e2e/support/use-settings';
import { parseEnv } from '#lib/settings/env';
import { checkStorage } from './check-storage';

let s3: S3Server;
before(async () => {
  s3 = await startS3Server();
  useSettings(bucketSettings(s3));
});
after(() => s3.stop());

const check = (storage?: string) =>
  checkStorage(
    parseEnv({
      ...bucketSettings(s3),
      LONGHAND_DATA_DIR: tmpdir(),
      ...(storage !== undefined && { LONGHAND_STORAGE: storage }),
    }),
  );

test('a bucket that can be used is no reason to stop, nor is a data folder', async () => {
  await check();
  await checkStorage(parseEnv({}));
});

test('a bucket that is not there, or can’t be reached, is named with the reason', async () => {
  await assert.rejects(check('s3://other'), {
    message: "LONGHAND_STORAGE: the bucket other can't be used (the bucket doesn't exist)",
  });
  await s3.stop();
  await assert.rejects(check(), {
    message: /^LONGHAND_STORAGE: the bucket recordings can't be used \(.*ECONNREFUSED.*\)$/,
  });
});
