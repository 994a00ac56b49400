import assert from 'node:assert/strict';
import test from 'node:test';
import type { Span } from '#lib/recognition/pieces/piece';
import { type ChannelPiece, packPieces } from '#lib/recognition/pieces/pack-pieces';

type Pair = [startMs: number, endMs: number];

async function* given(pairs: readonly Pair[]): AsyncGenerator<Span> {
  for (const [startMs, endMs] of pairs) yield { startMs, endMs };
}

async function pack(pairs: readonly Pair[], totalMs: number, maxMs = 28_000): Promise<ChannelPiece[]> {
  const pieces: ChannelPiece[] = [];
  const findQuietPoint = async ({ startMs, endMs }: Span) => {
    assert.ok(endMs > startMs && endMs - startMs <= maxMs);
    return Math.round((startMs + 2 * endMs) / 3);
  };
  for await (const piece of packPieces(given(pairs), { channel: 1, totalMs, maxMs, findQuietPoint })) {
    pieces.push(piece);
  }
  assertSound(pieces, pairs, totalMs, maxMs);
  return pieces;
}

/** Checks the rules of every plan: order, length, all speech included, and the whole recording covered. */
function assertSound(
  pieces: readonly ChannelPiece[],
  pairs: readonly Pair[],
  totalMs: number,
  maxMs: number,
) {
  let coveredMs = 0;
  for (const [at, { startMs, endMs, coversMs, silent, channel }] of pieces.entries()) {
    assert.equal(channel, 1);
    assert.ok(startMs < endMs && startMs >= (pieces[at - 1]?.endMs ?? 0) && endMs <= totalMs);
    assert.ok(silent || endMs - startMs <= maxMs, `${endMs - startMs} ms`);
    coveredMs += coversMs;
    assert.ok(coveredMs >= endMs, 'what is recognized counts as covered');
  }
  assert.equal(coveredMs, totalMs);
  const spoken = pieces.filter(({ silent }) => !silent);
  for (const [startMs, endMs] of pairs.filter(([start, end]) => start < end)) {
    const insideMs = spoken.reduce(
      (sum, piece) => sum + Math.max(0, Math.min(endMs, piece.endMs) - Math.max(startMs, piece.startMs)),
      0,
    );
    assert.equal(insideMs, endMs - startMs, `all of the speech from ${startMs} to ${endMs}`);
  }
}

const toRanges = (pieces: readonly ChannelPiece[]) => pieces.map(({ startMs, endMs }) => [startMs, endMs]);

/** Returns sentences of 2.6 s with pauses of 0.4 s. */
const sentences = (count: number): Pair[] =>
  Array.from({ length: count }, (_, at) => [at * 3000 + 400, at * 3000 + 3000]);

test('an empty recording has no pieces, a silent one a silent piece', async () => {
  assert.deepEqual(await pack([], 0), []);
  const silence = { channel: 1, startMs: 0, endMs: 9000, coversMs: 9000, silent: true };
  assert.deepEqual(await pack([], 9000), [silence]);
});

test('a second of speech is one piece with padding on both sides', async () => {
  const piece = { channel: 1, startMs: 1700, endMs: 3300, coversMs: 9000, silent: false };
  assert.deepEqual(await pack([[2000, 3000]], 9000), [piece]);
});

test('padding ends with the recording and in the middle of a short pause', async () => {
  assert.deepEqual(toRanges(await pack([[100, 2900]], 3000)), [[0, 2950]]);
  const close = await pack(
    [
      [0, 6000],
      [6250, 12_000],
    ],
    12_000,
  );
  assert.deepEqual(toRanges(close), [
    [0, 6125],
    [6125, 12_000],
  ]);
});

test('the first piece ends at the first pause after 5 s, all others are as long as they may be', async () => {
  const pieces = await pack(sentences(40), 121_000);
  assert.deepEqual(toRanges(pieces)[0], [100, 6200]);
  const lengths = pieces.slice(1, -1).map(({ startMs, endMs }) => endMs - startMs);
  assert.ok(
    lengths.every((length) => length > 24_000),
    lengths.join(),
  );
});

test('a piece is cut at the longest of its later pauses', async () => {
  const pieces = await pack(
    [
      [0, 6000],
      [7000, 14_000],
      [14_400, 24_500],
      [25_200, 30_000],
      [30_300, 33_000],
      [33_300, 40_000],
    ],
    40_000,
  );
  assert.deepEqual(toRanges(pieces), [
    [0, 6300],
    [6700, 24_800],
    [24_900, 40_000],
  ]);
});

test('no silence of two seconds is inside a piece', async () => {
  const pieces = await pack(
    [
      [0, 6000],
      [7000, 9000],
      [11_000, 13_000],
      [14_900, 16_000],
    ],
    20_000,
  );
  assert.deepEqual(toRanges(pieces), [
    [0, 6300],
    [6700, 9300],
    [10_700, 16_300],
  ]);
});

test('speech without a pause is cut at its quietest point, the first piece soon', async () => {
  const pieces = await pack([[1000, 61_000]], 62_000);
  assert.ok(pieces.length >= 3 && pieces.length <= 5);
  assert.ok((pieces[0]?.endMs ?? 0) <= 11_000);
  pieces.slice(1).forEach(({ startMs }, at) => assert.equal(startMs, pieces[at]?.endMs));
});

test('a piece is as short as its engine demands', async () => {
  await pack(sentences(30), 91_000, 6000);
  await pack([[0, 50_000]], 50_000, 4000);
});

test('an empty span says that it is silent up to there: what is pending is given, and silence counts', async () => {
  const taken: string[] = [];
  async function* spans(): AsyncGenerator<Span> {
    yield { startMs: 1000, endMs: 3000 };
    taken.push('silence');
    yield { startMs: 29_000, endMs: 29_000 };
    taken.push('more');
    yield { startMs: 89_000, endMs: 89_000 };
    yield { startMs: 89_500, endMs: 95_000 };
  }
  const options = { channel: 0, totalMs: 100_000, maxMs: 28_000, findQuietPoint: async () => 0 };
  const pieces: Array<Omit<ChannelPiece, 'channel'>> = [];
  for await (const { channel: _, ...piece } of packPieces(spans(), options)) {
    if (pieces.length === 0) assert.deepEqual(taken, ['silence']);
    pieces.push(piece);
  }
  assert.deepEqual(pieces, [
    { startMs: 700, endMs: 3300, coversMs: 3300, silent: false },
    { startMs: 3300, endMs: 89_000, coversMs: 85_700, silent: true },
    { startMs: 89_200, endMs: 95_300, coversMs: 11_000, silent: false },
  ]);
});

test('whatever the speech, pieces keep to their limits', async () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 200; round += 1) {
    const pairs: Pair[] = [];
    let atMs = random(3000);
    for (let count = random(40); count > 0; count -= 1) {
      const endMs = atMs + 200 + random(random(5) === 0 ? 70_000 : 9000);
      pairs.push([atMs, endMs]);
      atMs = endMs + 250 + random(random(4) === 0 ? 9000 : 800);
    }
    await pack(pairs, atMs + 1000, 5000 + random(25_000));
  }
});
