import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writePeaks } from '#lib/media/peaks';

// In a separate process, so that the memory of other tests isn't counted.
test('two hours are written in constant memory', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'peaks-'));
  try {
    const [pcm, peaks] = [path.join(folder, 'a.s16le'), path.join(folder, 'a.dat')];
    const file = await open(pcm, 'w');
    // A sparse file of silence, which takes no disk space.
    await file.truncate(7200 * 32_000);
    await file.close();
    const before = process.memoryUsage().rss;
    await writePeaks(pcm, peaks, { durationSeconds: 7200 });
    const grown = (process.memoryUsage().rss - before) / 1e6;
    assert.equal((await readFile(peaks)).length, 24 + 2 * 20 * 7200);
    assert.ok(grown < 100, `${grown.toFixed(0)} MB more for 230 MB of sound`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('one that is stopped before it has read anything fails with the reason, and ends nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'peaks-'));
  try {
    const [pcm, peaks] = [path.join(folder, 'a.s16le'), path.join(folder, 'a.dat')];
    await writeFile(pcm, Buffer.alloc(32_000));
    const signal = AbortSignal.abort(new Error('the worker is shutting down'));
    await assert.rejects(writePeaks(pcm, peaks, { durationSeconds: 1, signal }), { name: 'AbortError' });
    // An unhandled error would come with the next turn and end the process.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
