import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { turns, untilAborted } from '#e2e/support/turns';
import type { Piece } from '#lib/recognition/cut-pieces';
import { type Engine, type PieceResult, recogniseAudio } from '#lib/recognition/recogniser';
import type { MachineWord } from '#lib/transcripts/model';

let folder = '';
let pcmPath = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recogniser-'));
  pcmPath = path.join(folder, 'audio.pcm');
  const samples = new Int16Array(16_000 * 200).map((_, i) => (i < 16_000 * 160 ? (i % 20) * 900 : 0));
  await writeFile(pcmPath, new Uint8Array(samples.buffer));
});
after(() => rm(folder, { recursive: true }));

const say = (piece: Piece): MachineWord => ({
  text: `piece-${piece.index}`,
  startMs: piece.startMs,
  endMs: piece.endMs,
  confidence: 1,
});

/** An engine that says one word a piece, later pieces sooner; it counts what it holds. */
function scripted(recognise?: Engine['recognise']) {
  const seen = { now: 0, most: 0, pieces: [] as number[] };
  const engine: Engine = {
    name: 'scripted',
    parallel: 2,
    recognise: async (pcmPath, piece, signal) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.pieces.push(piece.index);
      try {
        if (recognise) return await recognise(pcmPath, piece, signal);
        await turns(piece.index % 2 === 0 ? 15 : 5);
        signal.throwIfAborted();
        return [say(piece)];
      } finally {
        seen.now -= 1;
      }
    },
    close: async () => {},
  };
  return { engine, seen };
}

test('all words come in order, progress rises to 1, and no more is under way than the engine takes', async () => {
  const { engine, seen } = scripted();
  const results: PieceResult[] = [];
  let keeping = 0;
  const words = await recogniseAudio(engine, pcmPath, {
    known: new Map(),
    onPiece: async (result) => {
      keeping += 1;
      assert.equal(keeping, 1);
      await turns(2);
      results.push(result);
      keeping -= 1;
    },
    signal: new AbortController().signal,
  });
  assert.equal(seen.most, 2);
  assert.deepEqual(
    words.map(({ startMs }) => startMs),
    words.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
  );
  assert.deepEqual(
    results.map(({ progress }) => progress),
    results.map(({ progress }) => progress).toSorted((a, b) => a - b),
  );
  assert.equal(results.at(-1)?.progress, 1);
  const silent = results.filter(({ piece }) => piece.silent);
  assert.ok(silent.length > 0);
  assert.ok(silent.every(({ piece, words }) => words.length === 0 && !seen.pieces.includes(piece.index)));
});

test('pieces known from before are not recognised again and count as progress', async () => {
  const first = scripted();
  const known = new Map<number, MachineWord[]>();
  const signal = new AbortController().signal;
  const all = await recogniseAudio(first.engine, pcmPath, {
    known,
    onPiece: async ({ piece, words }) => void (piece.index < 3 && known.set(piece.index, words)),
    signal,
  });
  const second = scripted();
  let started = 0;
  const words = await recogniseAudio(second.engine, pcmPath, {
    known,
    onStart: ({ progress }) => {
      started = progress;
    },
    onPiece: async ({ piece }) => assert.ok(!known.has(piece.index)),
    signal,
  });
  assert.deepEqual(words, all);
  assert.ok(started > 0 && started < 1);
  assert.ok(second.seen.pieces.every((index) => index >= 3));
});

test('an error of one piece stops the others and is the one that is thrown', async () => {
  const { engine, seen } = scripted(async (_, piece, signal) => {
    if (piece.index === 1) throw new Error('broken');
    return untilAborted(signal);
  });
  const signal = new AbortController().signal;
  const running = recogniseAudio(engine, pcmPath, { known: new Map(), onPiece: async () => {}, signal });
  await assert.rejects(running, /broken/);
  assert.equal(seen.now, 0);
});

test('a result that cannot be kept ends the recognition', async () => {
  const { engine, seen } = scripted();
  const onPiece = () => Promise.reject(new Error('disk'));
  const signal = new AbortController().signal;
  await assert.rejects(recogniseAudio(engine, pcmPath, { known: new Map(), onPiece, signal }), /disk/);
  assert.ok(seen.pieces.length <= 3);
});

test('aborting rejects with the reason given', async () => {
  const abort = new AbortController();
  const { engine } = scripted(async (_, _piece, signal) => {
    abort.abort(new Error('deleted'));
    return untilAborted(signal);
  });
  const running = recogniseAudio(engine, pcmPath, {
    known: new Map(),
    onPiece: async () => {},
    signal: abort.signal,
  });
  await assert.rejects(running, /deleted/);
});
