import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { readWords, type RecognizedTokens } from '#lib/recognition/engines/sherpa/read-words';

const nothing: RecognizedTokens = {
  text: '',
  tokens: [],
  times: [],
  durations: [],
  logProbs: [],
  segments: [],
  language: '',
};
const piece = { startMs: 10_000, endMs: 14_000 };

test('a word lasts from its first token to the end of its last one that is said', () => {
  const recognized = {
    ...nothing,
    text: 'Mr. Dashwood, then',
    tokens: ['▁M', 'r.', '▁Dash', 'wood', ',', '▁then'],
    times: [0.4, 0.48, 0.8, 0.96, 1.2, 2],
    durations: [0.08, 0.16, 0.16, 0.24, 0.08, 0.24],
  };
  assert.deepEqual(readWords(recognized, piece), [
    { text: 'Mr.', startMs: 10_400, endMs: 10_640 },
    { text: 'Dashwood,', startMs: 10_800, endMs: 11_200 },
    { text: 'then', startMs: 12_000, endMs: 12_240 },
  ]);
});

test('without durations a token ends where the next one begins, but not behind a pause or the piece', () => {
  const recognized = {
    ...nothing,
    text: 'HE WAS NOT HERE',
    tokens: [' HE', ' WAS', ' NOT', ' HE', 'RE'],
    times: [0.4, 0.64, 2, 3.8, 3.8],
  };
  assert.deepEqual(
    readWords(recognized, piece).map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [10_400, 10_640],
      [10_640, 11_120],
      [12_000, 12_480],
      [13_800, 14_000],
    ],
  );
});

test('the words of a model that writes late begin earlier, but not before the piece', () => {
  const recognized = { ...nothing, text: 'yes no', tokens: ['▁yes', '▁no'], times: [0.1, 2] };
  assert.deepEqual(readWords(recognized, piece, 250), [
    { text: 'yes', startMs: 10_000, endMs: 10_330 },
    { text: 'no', startMs: 11_750, endMs: 12_230 },
  ]);
});

test('the confidence of a word is the geometric mean of the probabilities of its tokens, at most 1', () => {
  const recognized = {
    ...nothing,
    text: 'to Devon now',
    tokens: ['▁to', '▁De', 'von', '▁now'],
    times: [0, 1, 1.2, 2],
    logProbs: [0, Math.log(0.9), Math.log(0.4), 1.5],
  };
  const confidences = readWords(recognized, piece).map(({ confidence = -1 }) => confidence.toFixed(3));
  assert.deepEqual(confidences, ['1.000', '0.600', '1.000']);
});

test('a kind without probabilities has no confidence', () => {
  const recognized = { ...nothing, text: 'yes', tokens: ['▁yes'], times: [1] };
  assert.deepEqual(readWords(recognized, piece), [{ text: 'yes', startMs: 11_000, endMs: 11_480 }]);
});

test('Chinese characters are put together to words with the times of their tokens', () => {
  const recognized = {
    ...nothing,
    text: '我们都是。',
    tokens: ['我', '们', '都', '是', '。'],
    times: [0.2, 0.4, 0.6, 0.8, 1],
  };
  assert.deepEqual(
    readWords(recognized, piece).map(({ text, startMs }) => [text, startMs]),
    [
      ['我们', 10_200],
      ['都是。', 10_600],
    ],
  );
});

test('text without times is spread over its segments, or over the piece', () => {
  const segments = [
    { text: ' one two', start: 0.5, duration: 1 },
    { text: ' three', start: 3, duration: 9 },
  ];
  const tokens = [' one', ' two', ' three'];
  assert.deepEqual(readWords({ ...nothing, text: 'one two three', tokens, segments }, piece), [
    { text: 'one', startMs: 10_500, endMs: 11_000 },
    { text: 'two', startMs: 11_000, endMs: 11_500 },
    { text: 'three', startMs: 13_000, endMs: 14_000 },
  ]);
  assert.deepEqual(readWords({ ...nothing, text: 'one two' }, piece), [
    { text: 'one', startMs: 10_000, endMs: 12_000 },
    { text: 'two', startMs: 12_000, endMs: 14_000 },
  ]);
});

test('whatever times a model gives, words are in order and inside the piece', () => {
  const token = fc.record({
    token: fc.constantFrom('▁a', 'b', '▁cd', '<unk>', '你', '.'),
    time: fc.double({ min: -5, max: 20, noNaN: true }),
    duration: fc.double({ min: 0, max: 3, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(token), (tokens) => {
      const recognized = {
        ...nothing,
        text: tokens.map(({ token }) => token.replace('▁', ' ').replace('<unk>', '')).join(''),
        tokens: tokens.map(({ token }) => token),
        times: tokens.map(({ time }) => time),
        durations: tokens.map(({ duration }) => duration),
      };
      let earliest = piece.startMs;
      for (const { startMs, endMs } of readWords(recognized, piece)) {
        assert.ok(startMs >= earliest && endMs >= startMs && endMs <= piece.endMs);
        earliest = endMs;
      }
    }),
  );
});
