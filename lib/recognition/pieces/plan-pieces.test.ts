import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChannelPiece } from '#lib/recognition/pieces/pack-pieces';
import { planPieces } from '#lib/recognition/pieces/plan-pieces';
import type { Piece } from '#lib/recognition/pieces/piece';

async function* channel(number: number, starts: readonly number[]): AsyncGenerator<ChannelPiece> {
  for (const startMs of starts) {
    yield { channel: number, startMs, endMs: startMs + 500, coversMs: 1000, silent: false };
  }
}

async function plan(channels: readonly AsyncGenerator<ChannelPiece>[]): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of planPieces(channels)) pieces.push(piece);
  return pieces;
}

test('pieces of both channels come in the order of their time, counted together', async () => {
  const pieces = await plan([channel(0, [0, 4000, 9000]), channel(1, [0, 1000, 5000])]);
  assert.deepEqual(
    pieces.map(({ index, channel, startMs }) => [index, channel, startMs]),
    [
      [0, 0, 0],
      [1, 1, 0],
      [2, 1, 1000],
      [3, 0, 4000],
      [4, 1, 5000],
      [5, 0, 9000],
    ],
  );
});

test('a channel without pieces holds nothing up, and no channel has no plan', async () => {
  assert.equal((await plan([channel(0, [1, 2]), channel(1, [])])).length, 2);
  assert.deepEqual(await plan([]), []);
});

test('an error of one channel ends the plan and the other channels', async () => {
  let ended = false;
  async function* healthy() {
    try {
      yield* channel(0, [1000, 2000, 3000]);
    } finally {
      ended = true;
    }
  }
  async function* broken() {
    yield* channel(1, [0]);
    throw new Error('no more');
  }
  await assert.rejects(plan([healthy(), broken()]), /no more/);
  assert.ok(ended);
});
