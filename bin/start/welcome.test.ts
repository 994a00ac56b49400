import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { formatWelcome } from './welcome';

const first = {
  address: 'http://127.0.0.1:3000',
  email: 'owner@longhand.local',
  password: 'correct-horse',
  apiKey: 'lh_secret',
  balanceCents: 5000,
  localAddress: 'http://127.0.0.1:3000',
  sample: '/srv/longhand/public/sample.mp3',
};

test('the first start shows address, email, password, key and balance', () => {
  const text = formatWelcome(first);
  for (const fact of [
    'http://127.0.0.1:3000',
    'owner@longhand.local',
    'correct-horse',
    'lh_secret',
    '$50.00',
  ]) {
    assert.ok(text.includes(fact), fact);
  }
});

test('the command to paste is sound shell for a folder of any name', () => {
  const text = formatWelcome({ ...first, sample: `/srv/it's a "test"; really/sample.mp3` });
  const command = text.slice(text.indexOf('\n(\n'));
  assert.equal(spawnSync('sh', ['-n', '-c', command]).status, 0);
});
