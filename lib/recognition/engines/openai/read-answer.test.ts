import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '#lib/recognition/engines/openai/read-answer';

const piece = { startMs: 10_000, endMs: 14_000 };
const read = (answer: unknown) => readAnswer(JSON.stringify(answer), 'application/json', piece);

test('timed words count from the start of the recording and keep the punctuation of the text', () => {
  const heard = read({
    task: 'transcribe',
    language: 'english',
    text: 'Hello, world.',
    words: [
      { word: 'Hello', start: 0.5, end: 1 },
      { word: 'world', start: 1.2, end: 1.84 },
    ],
  });
  assert.deepEqual(heard, {
    words: [
      { text: 'Hello,', startMs: 10_500, endMs: 11_000 },
      { text: 'world.', startMs: 11_200, endMs: 11_840 },
    ],
    language: 'en',
    timed: true,
  });
});

test('times are brought into the piece and into order', () => {
  const words = [
    { word: 'one', start: -1, end: 2 },
    { word: 'two', start: 1.5, end: 1.8 },
    { word: 'three', start: 3.9, end: 7 },
    { word: 'four', start: 8, end: 9 },
  ];
  assert.deepEqual(read({ text: 'one two three four', words })?.words, [
    { text: 'one', startMs: 10_000, endMs: 12_000 },
    { text: 'two', startMs: 12_000, endMs: 12_000 },
    { text: 'three', startMs: 13_900, endMs: 14_000 },
    { text: 'four', startMs: 14_000, endMs: 14_000 },
  ]);
});

test('without timed words, those of each segment are spread over it, with its probability', () => {
  const segments = [
    { start: 0, end: 1, text: ' One two.', avg_logprob: Math.log(0.5), compression_ratio: 1.1 },
    { start: 2, end: 3, text: ' Six.', avg_logprob: -1, compression_ratio: -1 },
    { start: 3, end: 4, text: ' Ten.', avg_logprob: 0, compression_ratio: 1 },
  ];
  for (const words of [null, undefined, [], [{ odd: true }]]) {
    const heard = read({ text: 'One two. Six. Ten.', words, segments, duration: '4.0', language: 'en' });
    assert.deepEqual(heard, {
      words: [
        { text: 'One', startMs: 10_000, endMs: 10_500, confidence: 0.5 },
        { text: 'two.', startMs: 10_500, endMs: 11_000, confidence: 0.5 },
        { text: 'Six.', startMs: 12_000, endMs: 13_000 },
        { text: 'Ten.', startMs: 13_000, endMs: 14_000 },
      ],
      language: 'en',
      timed: false,
    });
  }
});

test('words inside segments are used, with their own probability before the one of the segment', () => {
  const words = [
    { word: ' Yes', start: 0, end: 1, probability: 0.25 },
    { word: ' sir', start: 1, end: 2 },
  ];
  const segments = [{ start: 0, end: 2, text: ' Yes, sir!', avg_logprob: Math.log(0.75), words }];
  assert.deepEqual(read({ text: 'Yes, sir!', segments })?.words, [
    { text: 'Yes,', startMs: 10_000, endMs: 11_000, confidence: 0.25 },
    { text: 'sir!', startMs: 11_000, endMs: 12_000, confidence: 0.75 },
  ]);
});

test('nanoseconds are distinguished from seconds', () => {
  const segments = [{ start: 1_000_000_000, end: 2_000_000_000, text: 'Well.' }];
  assert.deepEqual(read({ text: 'Well.', segments })?.words, [
    { text: 'Well.', startMs: 11_000, endMs: 12_000 },
  ]);
});

test('times that are all the same are none', () => {
  const words = [
    { word: 'a', start: 0, end: 0 },
    { word: 'b', start: 0, end: 0 },
  ];
  const heard = read({ text: 'a b', words, segments: [{ start: 0, end: 0, text: 'a b' }] });
  assert.deepEqual(heard?.words, [
    { text: 'a', startMs: 10_000, endMs: 12_000 },
    { text: 'b', startMs: 12_000, endMs: 14_000 },
  ]);
  assert.equal(heard?.timed, false);
});

test('text alone is spread over the piece, whatever it was called', () => {
  const words = [
    { text: 'So', startMs: 10_000, endMs: 12_000 },
    { text: 'it.', startMs: 12_000, endMs: 14_000 },
  ];
  assert.deepEqual(readAnswer('So it.\n', 'text/plain; charset=utf-8', piece)?.words, words);
  assert.deepEqual(readAnswer('"So it."', 'application/json', piece)?.words, words);
  assert.deepEqual(read({ text: 'So it.' })?.words, words);
  const texts = (body: string) => readAnswer(body, 'text/plain', piece)?.words.map(({ text }) => text);
  assert.deepEqual(texts('42'), ['42']);
  assert.deepEqual(texts('[music] yes'), ['[music]', 'yes']);
});

test('silence is an answer without words', () => {
  for (const answer of [{ text: '' }, { text: '', words: [], segments: [] }]) {
    assert.deepEqual(read(answer), { words: [], language: undefined, timed: false });
  }
  assert.deepEqual(readAnswer('', 'text/plain', piece)?.words, []);
});

test('what is no transcription is none', () => {
  const faulty = ['{"text": "Half', '{"error": {"message": "no"}}', '[1, 2]', 'null', '{"text": 5}', 'plain'];
  for (const body of faulty) assert.equal(readAnswer(body, 'application/json', piece), undefined, body);
  for (const body of ['<!doctype html><p>Sign in', '<html>', '\u0000\u0001', '{"text": "Half']) {
    assert.equal(readAnswer(body, 'text/plain', piece), undefined, body);
  }
  assert.equal(readAnswer('Sign in', 'text/html', piece), undefined);
});
