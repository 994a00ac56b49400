import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSubRip, toWebVtt } from '#lib/exports/captions/to-captions';
import type { Transcript } from '#lib/revisions/read-transcript';

function saying(text: string, { startMs = 0, name = 'Speaker 1' } = {}): Transcript {
  const speaker = { id: 0, name };
  const words = text
    .split(' ')
    .map((text, i) => ({ text, startMs: startMs + i * 400, endMs: startMs + i * 400 + 400, confidence: 1 }));
  return { speakers: [speaker], monologues: [{ id: 0, speaker, words }] };
}

test('SubRip captions are numbered blocks of time and text', () => {
  const { speakers, monologues } = saying('good morning everybody.');
  const later = saying('thank you very much.', { startMs: 3_723_004 }).monologues;
  assert.equal(
    toSubRip({ speakers, monologues: [...monologues, ...later] }),
    '1\n00:00:00,000 --> 00:00:01,200\ngood morning everybody.\n\n' +
      '2\n01:02:03,004 --> 01:02:04,604\nthank you very much.\n',
  );
});

test('SubRip captions name a speaker where another one begins, on request', () => {
  const [ann, bob] = [
    saying('good morning.', { name: 'Ann' }),
    saying('hi there.', { startMs: 4000, name: 'Bob' }),
  ];
  const again = saying('bye.', { startMs: 8000, name: 'Bob' });
  const monologues = [ann, bob, again].flatMap((said, id) =>
    said.monologues.map((monologue) => ({
      ...monologue,
      speaker: { ...monologue.speaker, id: Math.min(id, 1) },
    })),
  );
  const texts = toSubRip({ speakers: [], monologues }, { speakers: true }).match(/^[A-Z].*|^bye.*/gm);
  assert.deepEqual(texts, ['Ann: good morning.', 'Bob: hi there.', 'bye.']);
});

test('WebVTT captions name their speaker in a voice span', () => {
  assert.equal(
    toWebVtt(saying('good morning everybody.')),
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.200\n<v Speaker 1>good morning everybody.</v>\n',
  );
});

test('markup, arrows and line breaks in names and texts stay text', () => {
  const transcript = saying('<b>x --> {\\an8}y\n\n2\n00:00 &lt;', { name: 'A --> <B>\n& C\0' });
  assert.equal(toSubRip(transcript), '1\n00:00:00,000 --> 00:00:01,600\n‹b›x --› (\\an8)y 2 00:00 &lt;\n');
  assert.equal(
    toWebVtt(transcript),
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.600\n' +
      '<v A --&gt; &lt;B&gt; &amp; C>&lt;b&gt;x --&gt; {\\an8}y 2 00:00 &amp;lt;</v>\n',
  );
});

test('a speaker without a name has no voice span', () => {
  assert.match(toWebVtt(saying('hello', { name: ' \n' })), /\nhello\n$/);
});

test('a transcript without words has no captions and is a readable file all the same', () => {
  const nothing = { speakers: [], monologues: [] };
  assert.equal(toSubRip(nothing), '\n');
  assert.equal(toWebVtt(nothing), 'WEBVTT\n');
});
