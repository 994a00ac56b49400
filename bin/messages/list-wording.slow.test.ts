import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWording } from './list-wording.mjs';

test('the list has problems, faults, logs and command-line output, and no messages or SQL', async () => {
  const texts = (await listWording()).map((line) => line.replace(/^[^:]+:\d+: /, ''));
  for (const known of [
    'Uploads are limited to … bytes.',
    'name must be a string.',
    'unhandled error in request',
    'New jobs use ….',
    'longhand COMMAND --help shows details. --version prints the version.',
  ]) {
    assert.ok(
      texts.some((text) => text.includes(known)),
      known,
    );
  }
  assert.deepEqual(
    texts.filter((text) => /^select |^insert into /i.test(text)),
    [],
  );
});
