import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openStore } from './store.ts';

test('of two programs that add the same entry, both go on with that of the first', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-store-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const stores = [openStore(folder, 'someone'), openStore(folder, 'someone'), openStore(folder, 'another')];
  const entries = await Promise.all(
    stores.map((store, i) =>
      store.add('submissions', 'one', { idempotencyKey: `key-${i}`, name: 'talk.wav' }),
    ),
  );
  assert.equal(entries[0]?.idempotencyKey, entries[1]?.idempotencyKey);
  assert.equal(entries[2]?.idempotencyKey, 'key-2');
});
