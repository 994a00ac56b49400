import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { readSecret } from '#lib/settings/secret';

async function emptyFolder(context: TestContext): Promise<string> {
  const folder = await makeTestFolder(context);
  return path.join(folder, 'data');
}

test('the secret is made once, for its owner only, also when many ask at the same time', async (context) => {
  const dataDir = await emptyFolder(context);
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readSecret({ dataDir })));
  assert.equal(new Set(secrets).size, 1);
  assert.match(secrets[0] ?? '', /^[0-9a-f]{64}$/);
  assert.equal(await readSecret({ dataDir }), secrets[0]);
  assert.equal((await stat(path.join(dataDir, 'secret'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(dataDir), ['secret']);
});

test('two installations have different secrets', async (context) => {
  assert.notEqual(
    await readSecret({ dataDir: await emptyFolder(context) }),
    await readSecret({ dataDir: await emptyFolder(context) }),
  );
});

test('a damaged secret is named, not replaced', async (context) => {
  const dataDir = await emptyFolder(context);
  await readSecret({ dataDir });
  await writeFile(path.join(dataDir, 'secret'), 'oops');
  await assert.rejects(readSecret({ dataDir }), /secret is damaged/);
});

test('the secret of the settings is used where there is one, and no file is made', async (context) => {
  const dataDir = await emptyFolder(context);
  const secret = 'ab'.repeat(32);
  assert.equal(await readSecret({ secret, dataDir }), secret);
  await assert.rejects(readdir(dataDir), { code: 'ENOENT' });
});
