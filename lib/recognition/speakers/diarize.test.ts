import assert from 'node:assert/strict';
import test from 'node:test';
import { diarize } from '#lib/recognition/speakers/diarize';
import { EngineFailure } from '#lib/recognition/engine';

interface Request {
  startMs: number;
  endMs: number;
  speakers: number | undefined;
}

const never = new AbortController().signal;

/** Creates a process whose responses are computed from its requests, which are recorded. */
function scripted(answer: (request: Request) => unknown) {
  const requests: Request[] = [];
  const ask = async <Answer>(request: object): Promise<Answer> => {
    const { startMs, endMs, speakers } = request as Request;
    requests.push({ startMs, endMs, speakers });
    return answer({ startMs, endMs, speakers }) as Answer;
  };
  return { requests, pool: { ask } };
}

const low = Float32Array.of(1, 0);
const high = Float32Array.of(0, 1);
/** Two voices in each window, one after the other; every second window numbers them differently. */
const alternating = ({ startMs, endMs }: Request) => {
  const isSwapped = startMs % 20_000 !== 0;
  const middleMs = (startMs + endMs) / 2;
  return {
    turns: [
      { startMs, endMs: middleMs, speaker: isSwapped ? 1 : 0 },
      { startMs: middleMs, endMs, speaker: isSwapped ? 0 : 1 },
    ],
    embeddings: isSwapped ? [high, low] : [low, high],
  };
};
const options = { speakers: 'auto', threshold: 0.5, windowMs: 10_000 } as const;

test('speakers of all windows are the same ones', async () => {
  const { pool, requests } = scripted(alternating);
  const turns = await diarize('', 40_000, options, pool, never);
  assert.deepEqual(
    turns.map(({ startMs, endMs, speaker }) => [startMs, endMs, speaker]),
    Array.from({ length: 8 }, (_, at) => [at * 5000, at * 5000 + 5000, at % 2]),
  );
  assert.equal(requests.length, 4);
});

test('windows are of equal length, and none is longer than asked for', async () => {
  const { pool, requests } = scripted(() => ({ turns: [], embeddings: [] }));
  assert.deepEqual(await diarize('', 30_001, options, pool, never), []);
  assert.deepEqual(
    requests.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [0, 7500],
      [7500, 15_001],
      [15_001, 22_501],
      [22_501, 30_001],
    ],
  );
});

test('a turn across the edge of two windows is one', async () => {
  const { pool } = scripted(({ startMs, endMs }) => ({
    turns: [{ startMs, endMs, speaker: 0 }],
    embeddings: [low],
  }));
  assert.deepEqual(await diarize('', 20_000, options, pool, never), [
    { startMs: 0, endMs: 20_000, speaker: 0 },
  ]);
});

test('where fewer voices are heard than there are, the number is demanded', async () => {
  const { pool, requests } = scripted((request) =>
    request.speakers === undefined
      ? { turns: [{ startMs: request.startMs, endMs: request.endMs, speaker: 0 }], embeddings: [low] }
      : alternating(request),
  );
  const turns = await diarize('', 10_000, { ...options, speakers: 2 }, pool, never);
  assert.deepEqual(
    requests.map(({ speakers }) => speakers),
    [undefined, 2],
  );
  assert.equal(new Set(turns.map(({ speaker }) => speaker)).size, 2);
});

test('one speaker, or no sound, is asked of no one', async () => {
  const { pool, requests } = scripted(alternating);
  const one = await diarize('', 50_000, { ...options, speakers: 1 }, pool, never);
  assert.deepEqual(one, [{ startMs: 0, endMs: 50_000, speaker: 0 }]);
  assert.deepEqual(await diarize('', 0, options, pool, never), []);
  assert.equal(requests.length, 0);
});

test('a process that fails is thrown to the caller', async () => {
  const { pool } = scripted(() => {
    throw new EngineFailure('it died twice');
  });
  await assert.rejects(diarize('', 10_000, options, pool, never), /it died twice/);
});
