import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { createDatabase } from '#e2e/support/test-database';
import { agreeOnSecret } from './agree-on-secret';

test('the first secret is that of the installation; a part of the service with another one does not start', async () => {
  const database = await createDatabase();
  const { url } = database;
  try {
    const [first, second] = ['11', '22'].map((pair) => pair.repeat(32));
    const agree = (role: 'all' | 'web' | 'worker', secret: string | undefined) =>
      agreeOnSecret(url, { role, secret, dataDir: '/nowhere', databaseUrl: url });
    await Promise.all([agree('web', first), agree('worker', first)]);
    await agree('all', first);
    await assert.rejects(agree('web', second), (error: unknown) => {
      assert.ok(error instanceof Stop);
      assert.match(error.message, /^LONGHAND_SECRET: all machines need the same secret/);
      assert.ok(!error.message.includes(second ?? ''));
      return true;
    });
    await assert.rejects(agree('worker', second), Stop);
    await agree('all', second);
    await agree('web', second);
    await assert.rejects(agree('worker', first), Stop);
  } finally {
    await database.drop();
  }
});

test('the whole service makes its data folder’s secret that of the installation only with a database of its own', async () => {
  const database = await createDatabase();
  const { url } = database;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-agree-'));
  try {
    await agreeOnSecret(url, { role: 'all', secret: '11'.repeat(32), dataDir, databaseUrl: url });
    const settings = { role: 'all', secret: undefined, dataDir } as const;
    await assert.rejects(agreeOnSecret(url, { ...settings, databaseUrl: url }), (error: unknown) => {
      assert.ok(error instanceof Stop);
      assert.match(error.message, /If that is lost, set LONGHAND_SECRET to a new secret/);
      return true;
    });
    await agreeOnSecret(url, { role: 'web', secret: '11'.repeat(32), dataDir, databaseUrl: url });
    await agreeOnSecret(url, { ...settings, databaseUrl: undefined });
    await agreeOnSecret(url, { ...settings, databaseUrl: url });
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
});
