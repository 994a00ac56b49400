import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { AlreadyThere, createPlanner, type PlannerOptions } from './plan-results.ts';
import { openStore } from './store.ts';
import { writeResult } from './write-result.ts';

/** A folder for results, with recordings beside it, and runs whose submissions are all the same. */
function setUp(t: TestContext, recordings: string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'longhand-results-'));
  t.after(() => rmSync(root, { recursive: true }));
  const store = openStore(path.join(root, 'state'), 'someone');
  const out = path.join(root, 'out');
  mkdirSync(out);
  const sources = recordings.map((name) => path.join(root, 'in', name));
  for (const source of sources) {
    mkdirSync(path.dirname(source), { recursive: true });
    writeFileSync(source, 'sound');
  }
  const newPlanner = (more: Partial<PlannerOptions> = {}) =>
    createPlanner({ ...{ store, formats: ['srt'], overwrite: false }, ...more });
  /** Plans these at once, and writes what is missing; gives the names of the results. */
  async function run(planned: string[]): Promise<string[]> {
    const planResults = newPlanner();
    const targets = await Promise.all(planned.map((source) => planResults(source, out)));
    for (const [i, [target]] of targets.entries()) {
      const owner = { source: planned[i] ?? '', submission: 'first' };
      if (target?.madeOf === undefined) await writeResult(store, target?.path ?? '', new Uint8Array(), owner);
    }
    return targets.map(([target]) => path.basename(target?.path ?? ''));
  }
  return { store, out, sources, newPlanner, run };
}

test('recordings of the same name but for the ending have results of their own, in later runs too', async (t) => {
  const { out, sources, run } = setUp(t, ['talk.mp3', 'talk.wav', 'other/talk.wav', 'third/talk.wav']);
  const expected = ['talk.srt', 'talk.wav.srt', 'talk.wav-2.srt', 'talk.wav-3.srt'];
  assert.deepEqual(await run(sources), expected);
  assert.deepEqual(await run(sources), expected);
  assert.deepEqual(await run(sources.toReversed()), expected.toReversed());
  assert.deepEqual(readdirSync(out).toSorted(), expected.toSorted());
});

test('a recording keeps the name of its result, even if a better one is free by now', async (t) => {
  const { out, sources, newPlanner, run } = setUp(t, ['talk.mp3', 'talk.wav']);
  const [mp3 = '', wav = ''] = sources;
  assert.deepEqual(await run([mp3, wav]), ['talk.srt', 'talk.wav.srt']);
  rmSync(path.join(out, 'talk.srt'));
  assert.deepEqual(await run([wav, mp3]), ['talk.wav.srt', 'talk.srt']);

  // The best name was kept for a recording that came to nothing, and is gone by now.
  const captions = { formats: ['vtt'] as const };
  const { store } = setUp(t, []);
  const planResults = newPlanner({ ...captions, store });
  await planResults(mp3, out);
  const [target] = await planResults(wav, out);
  await writeResult(store, target?.path ?? '', new Uint8Array(), { source: wav, submission: 'first' });
  const [again] = await newPlanner({ ...captions, store })(wav, out);
  assert.deepEqual([path.basename(again?.path ?? ''), again?.madeOf], ['talk.wav.vtt', 'first']);
});

test('recordings are planned in the order in which they come, and one that is gone takes no name', async (t) => {
  const { out, sources, newPlanner } = setUp(t, ['talk.mp3', 'talk.ogg', 'talk.wav']);
  const [gone = '', ...others] = sources;
  rmSync(gone);
  const planResults = newPlanner();
  const [missing, ...planned] = await Promise.allSettled(
    [gone, ...others].map((source) => planResults(source, out)),
  );
  assert.equal(missing?.status === 'rejected' && (missing.reason as NodeJS.ErrnoException).code, 'ENOENT');
  assert.deepEqual(
    planned.map((plan) => plan.status === 'fulfilled' && path.basename(plan.value[0]?.path ?? '')),
    ['talk.srt', 'talk.wav.srt'],
  );
});

test("a result is done once: a changed recording replaces it, and someone else's file is left alone", async (t) => {
  const { store, out, sources, newPlanner } = setUp(t, ['talk.mp3']);
  const [source = ''] = sources;
  const file = path.join(out, 'talk.srt');
  writeFileSync(file, 'by hand');
  const planResults = newPlanner();
  await assert.rejects(planResults(source, out), AlreadyThere);
  await assert.rejects(planResults(source, out), AlreadyThere);
  assert.equal(readFileSync(file, 'utf8'), 'by hand');
  const forced = await newPlanner({ overwrite: true })(source, out);
  assert.deepEqual(forced, [{ format: 'srt', path: file, madeOf: undefined }]);
  await writeResult(store, file, Buffer.from('new'), { source, submission: 'first' });
  assert.equal((await newPlanner()(source, out))[0]?.madeOf, 'first');
  assert.deepEqual(readdirSync(out), ['talk.srt']);
});

test('what was being written when a run ended is written again', async (t) => {
  const { store, out, sources, newPlanner } = setUp(t, ['talk.mp3']);
  const [source = ''] = sources;
  const file = path.join(out, 'talk.srt');
  writeFileSync(file, 'of an earlier recording');
  await store.set('results', file, { source, submission: 'first', isBegun: true });
  assert.equal((await newPlanner()(source, out))[0]?.madeOf, undefined);
});
