import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readyBox } from './ready-box';

const first = {
  address: 'http://127.0.0.1:3000',
  email: 'owner@longhand.local',
  password: 'correct-horse',
  apiKey: 'lh_secret',
  balanceCents: 5000,
  localAddress: 'http://127.0.0.1:3000',
  sample: '/srv/longhand/public/sample.mp3',
};

test('the first start tells address, e-mail, password, key and balance', () => {
  const box = readyBox(first);
  for (const fact of [
    'http://127.0.0.1:3000',
    'owner@longhand.local',
    'correct-horse',
    'lh_secret',
    '$50.00',
  ]) {
    assert.ok(box.includes(fact), fact);
  }
});

test('the command to paste is sound shell for a folder of any name', () => {
  const box = readyBox({ ...first, sample: `/srv/it's a "test"; really/sample.mp3` });
  const command = box.slice(box.indexOf('\n(\n'));
  assert.equal(spawnSync('sh', ['-n', '-c', command]).status, 0);
});
