import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { createDatabase } from '#e2e/support/test-database';
import { agreeOnSecret } from './agree-on-secret';

test('the first secret is that of the installation; a part of the service with another one does not start', async () => {
  const { url, drop } = await createDatabase();
  try {
    const [first, second] = ['11', '22'].map((pair) => pair.repeat(32));
    const agree = (role: 'all' | 'web' | 'worker', secret: string | undefined) =>
      agreeOnSecret(url, { role, secret, dataDir: '/nowhere' });
    await Promise.all([agree('web', first), agree('worker', first)]);
    await agree('all', first);
    await assert.rejects(agree('web', second), (error: unknown) => {
      assert.ok(error instanceof Stop);
      assert.match(error.message, /^LONGHAND_SECRET: all machines need one secret/);
      assert.ok(!error.message.includes(second ?? ''));
      return true;
    });
    await assert.rejects(agree('worker', second), Stop);
    await agree('all', second);
    await agree('web', second);
    await assert.rejects(agree('worker', first), Stop);
  } finally {
    await drop();
  }
});
