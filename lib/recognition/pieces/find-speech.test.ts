import assert from 'node:assert/strict';
import test from 'node:test';
import { findSpeech } from '#lib/recognition/pieces/find-speech';
import type { Span } from '#lib/recognition/pieces/piece';

type Pair = [startMs: number, endMs: number];

/** Creates a detector that knows all speech, and reports that of each block and of the 2 s before it. */
function scripted(speech: readonly Pair[]) {
  const blocks: Span[] = [];
  const signals: AbortSignal[] = [];
  const ask = async <Answer>(request: object, { signal }: { signal: AbortSignal }): Promise<Answer> => {
    const { startMs, endMs } = request as Span;
    blocks.push({ startMs, endMs });
    signals.push(signal);
    const heard = speech
      .map(([from, to]) => ({ startMs: Math.max(from, startMs - 2000), endMs: Math.min(to, endMs) }))
      // Speech that is too short within a block is not detected.
      .filter((span) => span.endMs > startMs && span.endMs - span.startMs >= 200);
    return heard as Answer;
  };
  return { pool: { ask }, blocks, signals };
}

const never = new AbortController().signal;

async function find(speech: readonly Pair[], totalMs: number) {
  const { pool, blocks } = scripted(speech);
  const spans: Pair[] = [];
  const marks: number[] = [];
  let lastMs = 0;
  for await (const { startMs, endMs } of findSpeech({ pcmPath: '', totalMs, gain: 1 }, pool, never)) {
    assert.ok(startMs >= lastMs, 'in order, without overlap');
    lastMs = endMs;
    if (startMs === endMs) marks.push(endMs);
    else spans.push([startMs, endMs]);
  }
  return { spans, marks, blocks };
}

test('the whole recording is listened to once, in blocks: a short one first, none above four minutes', async () => {
  const { blocks } = await find([], 1_200_000);
  assert.deepEqual(blocks[0], { startMs: 0, endMs: 30_000 });
  blocks.slice(1).forEach(({ startMs }, at) => assert.equal(startMs, blocks[at]?.endMs));
  assert.equal(blocks.at(-1)?.endMs, 1_200_000);
  assert.ok(blocks.every(({ startMs, endMs }) => endMs - startMs <= 240_000));
  assert.deepEqual((await find([], 0)).blocks, []);
});

test('speech across the edge of a block is one span', async () => {
  const { spans } = await find(
    [
      [1000, 2000],
      [28_000, 33_000],
      [40_000, 95_000],
    ],
    120_000,
  );
  assert.deepEqual(spans, [
    [1000, 2000],
    [28_000, 33_000],
    [40_000, 95_000],
  ]);
});

test('a word that begins just before the edge of a block keeps its beginning', async () => {
  const { spans } = await find([[29_900, 30_400]], 60_000);
  assert.deepEqual(spans, [[29_900, 30_400]]);
});

test('speech that lasts for minutes is one span', async () => {
  assert.deepEqual((await find([[500, 900_000]], 1_000_000)).spans, [[500, 900_000]]);
});

test('each block that ends in silence says so, a second before its end', async () => {
  const { spans, marks } = await find(
    [
      [1000, 2000],
      [89_500, 95_000],
    ],
    200_000,
  );
  assert.deepEqual(spans, [
    [1000, 2000],
    [89_500, 95_000],
  ]);
  assert.deepEqual(marks, [29_000, 199_000]);
});

test('one block is asked for ahead of the reader, and given up when nobody reads on', async () => {
  const { pool, blocks, signals } = scripted([[1000, 2000]]);
  for await (const span of findSpeech({ pcmPath: '', totalMs: 500_000, gain: 1 }, pool, never)) {
    assert.deepEqual(span, { startMs: 1000, endMs: 2000 });
    break;
  }
  assert.equal(blocks.length, 2);
  assert.ok(signals.every(({ aborted }) => aborted));
});

test('an error comes when it is the turn of its block', async () => {
  const { pool } = scripted([[1000, 2000]]);
  let asked = 0;
  const ask: typeof pool.ask = async (request, options) => {
    asked += 1;
    if (asked === 2) throw new Error('it died twice');
    return pool.ask(request, options);
  };
  const seen: Span[] = [];
  const reading = (async () => {
    for await (const span of findSpeech({ pcmPath: '', totalMs: 100_000, gain: 1 }, { ask }, never))
      seen.push(span);
  })();
  await assert.rejects(reading, /it died twice/);
  assert.deepEqual(seen[0], { startMs: 1000, endMs: 2000 });
});
