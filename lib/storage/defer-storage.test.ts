import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStorage } from '#e2e/support/memory-storage';
import { deferStorage } from '#lib/storage/open-storage';

test('a storage is opened once, when it is first used', async () => {
  let opened = 0;
  const storage = deferStorage(async () => {
    opened += 1;
    return memoryStorage();
  });
  assert.equal(opened, 0);
  await Promise.all([storage.check(), storage.getSize('nothing')]);
  await storage.remove('nothing');
  assert.equal(opened, 1);
});
