import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { turns, untilAborted } from '#e2e/support/turns';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { cutPieces } from '#lib/recognition/pieces/cut-pieces';
import type { Engine, RecognizedWord } from '#lib/recognition/engine';
import type { Piece } from '#lib/recognition/pieces/piece';
import { type KnownPiece, type PieceResult, recognizePieces } from '#lib/recognition/pieces/recognize-pieces';

const folder = await makeTestFolder();
let plan: Piece[] = [];
let recording = { channels: [''], totalMs: 200_000 };
before(async () => {
  const pcmPath = path.join(folder, 'audio.pcm');
  const samples = new Int16Array(16_000 * 200).map((_, i) => (i < 16_000 * 160 ? (i % 20) * 900 : 0));
  await writeFile(pcmPath, new Uint8Array(samples.buffer));
  plan = await cutPieces(pcmPath, { maxMs: 30_000 });
  recording = { channels: [pcmPath], totalMs: 200_000 };
});

const say = ({ startMs, endMs }: Pick<Piece, 'startMs' | 'endMs'>): RecognizedWord => ({
  text: `from-${startMs}`,
  startMs,
  endMs,
  confidence: 1,
});

const getIndex = (piece: Pick<Piece, 'startMs'>): number =>
  plan.find(({ startMs }) => startMs === piece.startMs)?.index ?? -1;

const quiet = new AbortController().signal;
const plain = { known: [], asked: { language: undefined, vocabulary: [] }, signal: quiet };
const toText = (heard: ReadonlyArray<{ words: RecognizedWord[] }>) => heard.flatMap(({ words }) => words);

/** Creates an engine that returns one word per piece, later pieces sooner, and counts its concurrent calls. */
function scripted(recognize?: Engine['recognize']) {
  const seen = { now: 0, most: 0, pieces: [] as number[] };
  const engine: Engine = {
    description: pocketsphinxDescription,
    parallel: 2,
    recognize: async (pcmPath, piece, options, signal) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.pieces.push(getIndex(piece));
      try {
        if (recognize) return await recognize(pcmPath, piece, options, signal);
        await turns(getIndex(piece) % 2 === 0 ? 15 : 5);
        signal.throwIfAborted();
        return { words: [say(piece)] };
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
  const heard = await recognizePieces(engine, recording, plan, {
    ...plain,
    onPiece: async (result) => {
      keeping += 1;
      assert.equal(keeping, 1);
      await turns(2);
      results.push(result);
      keeping -= 1;
    },
  });
  assert.equal(seen.most, 2);
  const starts = toText(heard).map(({ startMs }) => startMs);
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  const shares = results.map(({ progress }) => progress);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.equal(shares.at(-1), 1);
  const silent = results.filter(({ piece }) => piece.silent);
  assert.ok(silent.length > 0);
  assert.ok(silent.every(({ piece, words }) => words.length === 0 && !seen.pieces.includes(piece.index)));
});

test('pieces known from before are not recognized again and count as progress', async () => {
  const first = scripted();
  const known: KnownPiece[] = [];
  const all = await recognizePieces(first.engine, recording, plan, {
    ...plain,
    onPiece: async ({ piece, words }) =>
      void (piece.index < 3 && known.push({ ...piece, words, language: null })),
  });
  const second = scripted();
  let least = 1;
  const again = await recognizePieces(second.engine, recording, plan, {
    ...plain,
    known,
    onPiece: async ({ piece, progress }) => {
      assert.ok(piece.index >= 3);
      least = Math.min(least, progress);
    },
  });
  assert.deepEqual(again, all);
  const knownMs = known.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  assert.ok(least > knownMs / recording.totalMs);
  assert.ok(second.seen.pieces.every((index) => index >= 3));
});

test('a piece that was cut otherwise when it was recognized is recognized again', async () => {
  const { engine, seen } = scripted();
  const known = plan.map((piece) => ({ ...piece, endMs: piece.endMs - 10, words: [], language: null }));
  await recognizePieces(engine, recording, plan, { ...plain, known, onPiece: async () => {} });
  assert.equal(seen.pieces.length, plan.filter(({ silent }) => !silent).length);
});

test('a plan is read no further than the engine has hands for', async () => {
  const { engine, seen } = scripted();
  let read = 0;
  async function* slowly() {
    for (const piece of plan) {
      read += 1;
      assert.ok(read - seen.pieces.length - plan.slice(0, read).filter(({ silent }) => silent).length <= 2);
      yield piece;
    }
  }
  const heard = await recognizePieces(engine, recording, slowly(), { ...plain, onPiece: async () => {} });
  assert.equal(heard.length, plan.length);
});

test('an error of one piece stops the others and is the one that is thrown', async () => {
  const { engine, seen } = scripted(async (_pcmPath, piece, _options, signal) => {
    if (getIndex(piece) === 1) throw new Error('broken');
    return untilAborted(signal);
  });
  const running = recognizePieces(engine, recording, plan, { ...plain, onPiece: async () => {} });
  await assert.rejects(running, /broken/);
  assert.equal(seen.now, 0);
});

test('a result that can’t be stored ends the recognition', async () => {
  const { engine, seen } = scripted();
  const onPiece = () => Promise.reject(new Error('disk'));
  await assert.rejects(recognizePieces(engine, recording, plan, { ...plain, onPiece }), /disk/);
  assert.ok(seen.pieces.length <= 3);
});

test('aborting rejects with the reason given', async () => {
  const abort = new AbortController();
  const { engine } = scripted(async (_pcmPath, _piece, _options, signal) => {
    abort.abort(new Error('deleted'));
    return untilAborted(signal);
  });
  const running = recognizePieces(engine, recording, plan, {
    ...plain,
    onPiece: async () => {},
    signal: abort.signal,
  });
  await assert.rejects(running, /deleted/);
});
