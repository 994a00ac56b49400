import assert from 'node:assert/strict';
import test from 'node:test';
import { alignPiece } from '#lib/recognition/alignment/align-piece';
import { AlignmentFailure, type Aligner } from '#lib/recognition/alignment/aligner';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';

const piece = { index: 0, channel: 0, startMs: 0, endMs: 1000, coversMs: 1000, silent: false };
const words = [{ text: 'yes', startMs: 0, endMs: 1000 }];
const aligned = [{ text: 'yes', startMs: 300, endMs: 500 }];
const heard: RecognizedPiece = { piece, words, language: 'en-US', timing: undefined };
const { signal } = new AbortController();

function makeAligner(align: Aligner['align']): Aligner {
  return { languages: ['en'], minScore: -40, align, close: async () => {} };
}
const good = makeAligner(async () => ({ words: aligned, score: -20 }));

const means = {
  aligners: [good],
  asked: { language: undefined },
  timing: 'spread' as const,
  onFailed: (error: unknown) => assert.fail(String(error)),
};

test('words that are spread are aligned where an aligner knows the language that is spoken', async () => {
  const done = { ...heard, words: aligned, timing: 'aligned', score: -20 };
  assert.deepEqual(await alignPiece(heard, '', means, signal), done);
  const asked = { language: 'en' };
  const untold = { ...heard, language: undefined };
  assert.deepEqual(await alignPiece(untold, '', { ...means, asked }, signal), {
    ...done,
    language: undefined,
  });
  const spreadByServer = { ...heard, timing: 'spread' as const };
  assert.deepEqual(await alignPiece(spreadByServer, '', { ...means, timing: 'timed' }, signal), done);
});

test('words that are timed, or in another language, or translated stay, and so do those that don’t go with the sound', async () => {
  const stays = async (changes: Partial<RecognizedPiece>, other: Partial<typeof means>, timing = 'spread') =>
    assert.deepEqual(await alignPiece({ ...heard, ...changes }, '', { ...means, ...other }, signal), {
      ...heard,
      ...changes,
      timing,
    });
  await stays({ timing: 'timed' }, {}, 'timed');
  await stays({ words: [] }, {});
  await stays({ language: 'de' }, {});
  await stays({}, { aligners: [] });
  const asked = { language: undefined, translate: true };
  await stays({ language: undefined }, { asked });
  await stays({ language: 'de' }, { asked });
  await stays({}, { aligners: [makeAligner(async () => undefined)] });
});

test('where no one told the language, words that hardly go with the sound stay', async () => {
  const poor = makeAligner(async () => ({ words: aligned, score: -45 }));
  const untold = { ...heard, language: undefined };
  const result = await alignPiece(untold, '', { ...means, aligners: [poor] }, signal);
  assert.deepEqual(result, { ...untold, timing: 'spread', score: -45 });
  assert.equal((await alignPiece(heard, '', { ...means, aligners: [poor] }, signal)).timing, 'aligned');
  assert.equal((await alignPiece(untold, '', means, signal)).timing, 'aligned');
});

test('an aligner that fails costs no word, and who wants to know is told; who stops is obeyed', async () => {
  const failures: unknown[] = [];
  const onFailed = (error: unknown) => void failures.push(error);
  const failure = new AlignmentFailure('it timed out');
  const aligners = [makeAligner(() => Promise.reject(failure))];
  const result = await alignPiece(heard, '', { ...means, aligners, onFailed }, signal);
  assert.deepEqual(result, { ...heard, timing: 'spread' });
  assert.deepEqual(failures, [failure]);
  const stopped = AbortSignal.abort(new Error('deleted'));
  await assert.rejects(alignPiece(heard, '', { ...means, aligners, onFailed }, stopped), /deleted/);
});
