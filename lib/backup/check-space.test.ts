import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { checkSpace } from '#lib/backup/check-space';
import { BackupProblem } from '#lib/backup/manifest';

test('what the disk has no room for is refused with both figures', async () => {
  await checkSpace(tmpdir(), 0);
  await assert.rejects(checkSpace(tmpdir(), Number.MAX_SAFE_INTEGER), (error: unknown) => {
    assert.ok(error instanceof BackupProblem);
    assert.match(error.message, /9,007,199,52\d MB needed, [\d,]+ MB free/);
    return true;
  });
});
