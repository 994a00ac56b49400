import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { AlreadyThere, planResults, writeResult, type Planning } from './results.ts';
import { openStore } from './store.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-results-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function plan(folder: string, source: string, more: Partial<Planning> = {}): Planning {
  const common = { submission: 'first', formats: ['srt'] as const, overwrite: false };
  return { ...common, source, folder, reserved: new Map<string, string>(), ...more };
}

test('recordings of the same name but for the ending have results of their own, in later runs too', async (t) => {
  const folder = newFolder(t);
  const store = openStore(path.join(folder, 'state'), 'someone');
  const sources = ['/in/talk.mp3', '/in/talk.wav', '/other/talk.wav', '/third/talk.wav'];
  const expected = ['talk.srt', 'talk.wav.srt', 'talk.wav-2.srt', 'talk.wav-3.srt'];
  const reserved = new Map<string, string>();
  for (const [i, source] of sources.entries()) {
    const [target] = await planResults(store, plan(folder, source, { reserved }));
    assert.equal(path.basename(target?.path ?? ''), expected[i]);
    await writeResult(store, target?.path ?? '', new Uint8Array(), { source, submission: 'first' });
  }
  for (const [i, source] of [...sources.entries()].toReversed()) {
    const [target] = await planResults(store, plan(folder, source));
    assert.deepEqual([path.basename(target?.path ?? ''), target?.isDone], [expected[i], true]);
  }
});

test("a result is done once: a changed recording replaces it, and someone else's file is left alone", async (t) => {
  const folder = newFolder(t);
  const store = openStore(path.join(folder, 'state'), 'someone');
  const file = path.join(folder, 'talk.srt');
  writeFileSync(file, 'by hand');
  const planning = plan(folder, '/in/talk.mp3');
  await assert.rejects(planResults(store, planning), AlreadyThere);
  assert.equal(readFileSync(file, 'utf8'), 'by hand');
  const forced = await planResults(store, { ...planning, overwrite: true });
  assert.deepEqual(forced, [{ format: 'srt', path: file, isDone: false }]);
  await writeResult(store, file, Buffer.from('new'), planning);
  assert.equal((await planResults(store, planning))[0]?.isDone, true);
  assert.equal((await planResults(store, { ...planning, submission: 'second' }))[0]?.isDone, false);
  assert.deepEqual(readdirSync(folder).toSorted(), ['state', 'talk.srt']);
});

test('what was being written when a run ended is written again', async (t) => {
  const folder = newFolder(t);
  const store = openStore(path.join(folder, 'state'), 'someone');
  const file = path.join(folder, 'talk.srt');
  writeFileSync(file, 'of an earlier recording');
  const owner = { source: '/in/talk.mp3', submission: 'first' };
  await store.set('results', file, { ...owner, isBegun: true });
  assert.equal((await planResults(store, plan(folder, '/in/talk.mp3')))[0]?.isDone, false);
});

test('of two programs that add the same entry, both go on with that of the first', async (t) => {
  const folder = newFolder(t);
  const stores = [openStore(folder, 'someone'), openStore(folder, 'someone'), openStore(folder, 'another')];
  const entries = await Promise.all(
    stores.map((store, i) =>
      store.add('submissions', 'one', { idempotencyKey: `key-${i}`, name: 'talk.wav' }),
    ),
  );
  assert.equal(entries[0]?.idempotencyKey, entries[1]?.idempotencyKey);
  assert.equal(entries[2]?.idempotencyKey, 'key-2');
});
