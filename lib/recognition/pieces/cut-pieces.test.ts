import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { cutPieces } from '#lib/recognition/pieces/cut-pieces';
import type { Piece } from '#lib/recognition/pieces/piece';

const folder = await makeTestFolder();

/** Writes PCM with the loudness (0 to 1) that a function returns for each second, and cuts it. */
async function cut(
  totalSeconds: number,
  loudness: (seconds: number) => number,
  maxMs = 30_000,
): Promise<Piece[]> {
  const samples = new Int16Array(Math.round(totalSeconds * 16_000));
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = Math.round(12_000 * loudness(i / 16_000) * Math.sin(i / 3));
  }
  const file = path.join(folder, 'audio.pcm');
  await writeFile(file, new Uint8Array(samples.buffer));
  const pieces = await cutPieces(file, { maxMs });
  assert.deepEqual(await cutPieces(file, { maxMs }), pieces);
  return pieces;
}

function assertCovers(pieces: readonly Piece[], totalMs: number, maxMs = 30_000): void {
  assert.equal(pieces[0]?.startMs, 0);
  assert.equal(pieces.at(-1)?.endMs, totalMs);
  pieces.forEach(({ index, startMs, endMs }, at) => {
    assert.equal(index, at);
    if (at > 0) assert.equal(startMs, pieces[at - 1]?.endMs);
    const lastsMs = endMs - startMs;
    assert.ok(
      lastsMs <= maxMs && (lastsMs >= Math.min(4000, maxMs / 2) || pieces.length === 1),
      `${lastsMs} ms`,
    );
  });
}

test('an empty recording has no pieces, and up to 30 s is one piece', async () => {
  assert.deepEqual(await cut(0, () => 1), []);
  assert.deepEqual(await cut(0.005, () => 1), [
    { index: 0, channel: 0, startMs: 0, endMs: 5, coversMs: 5, silent: false },
  ]);
  assert.deepEqual(await cut(30, () => 1), [
    { index: 0, channel: 0, startMs: 0, endMs: 30_000, coversMs: 30_000, silent: false },
  ]);
});

test('a recording is cut in the middle of the first clear pause that leaves no stump', async () => {
  const pauses = [2, 22.25, 24];
  const pieces = await cut(50, (at) => (pauses.some((start) => at > start && at < start + 0.5) ? 0.01 : 1));
  assertCovers(pieces, 50_000);
  assert.ok(Math.abs((pieces[0]?.endMs ?? 0) - 22_500) < 60, String(pieces[0]?.endMs));
});

test('without a pause it is cut at the quietest point', async () => {
  const pieces = await cut(45, (at) => (Math.abs(at - 17) < 0.15 ? 0.5 : 1));
  assertCovers(pieces, 45_000);
  assert.ok(Math.abs((pieces[0]?.endMs ?? 0) - 17_000) < 160, String(pieces[0]?.endMs));
});

test('a pause is found in a noisy recording too', async () => {
  const pieces = await cut(40.001, (at) => (at > 19 && at < 19.6 ? 0.3 : 1));
  assertCovers(pieces, 40_001);
  assert.ok(Math.abs((pieces[0]?.endMs ?? 0) - 19_300) < 60, String(pieces[0]?.endMs));
});

test('silence is covered by pieces that are marked as silent', async () => {
  const pieces = await cut(130, (at) => (at < 65 ? 0 : 1));
  assertCovers(pieces, 130_000);
  assert.equal(pieces[0]?.silent, true);
  assert.equal(pieces.at(-1)?.silent, false);
});

test('pieces cover every recording just over a piece long', async () => {
  for (const length of [30.01, 31, 39.99, 40, 59.5, 60.01, 61.234]) {
    assertCovers(await cut(length, () => 1), length * 1000);
  }
});

test('no piece is longer than the engine takes, also where that is hardly more than two of the shortest, or less', async () => {
  for (const maxMs of [29_500, 8001, 3000]) {
    for (const length of [maxMs / 1000 + 0.01, 40.23]) {
      assertCovers(await cut(length, (at) => at % 1, maxMs), Math.round(length * 1000), maxMs);
    }
  }
});
