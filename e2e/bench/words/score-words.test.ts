import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreWords } from './score-words';

const clip = (text: string, words?: Array<[string, number, number]>) => ({ name: 'a.flac', text, words });
const hear = (text: string, confidences: number[] = []) =>
  text.split(' ').map((text, i) => {
    const confidence = confidences[i];
    return { text, startMs: i * 500, endMs: i * 500 + 400, ...(confidence !== undefined && { confidence }) };
  });

test('errors and words are added up over all clips', () => {
  const { spoken, errors, clips } = scoreWords([
    { clip: clip('one two three'), words: hear('One, two tree') },
    { clip: clip('um four'), words: hear('for 4') },
    { clip: clip('five six'), words: [] },
  ]);
  assert.equal(spoken, 6);
  assert.equal(errors, 4);
  assert.deepEqual(
    clips.map(({ alignment }) => alignment.errors),
    [1, 1, 2],
  );
});

test('starts are measured of words that are right, where times are known', () => {
  const times: Array<[string, number, number]> = [
    ['the', 0.1, 0.2],
    ['um', 0.2, 0.4],
    ['year', 0.52, 0.9],
    ['fifteen', 1.3, 1.4],
  ];
  const { startsMs } = scoreWords([
    { clip: clip('the um year fifteen', times), words: hear('The year 15') },
    { clip: clip('no times'), words: hear('no times') },
  ]);
  assert.deepEqual(startsMs, { median: 100, p95: 300, words: 3 });
  assert.equal(scoreWords([{ clip: clip('no'), words: hear('no') }]).startsMs, undefined);
});

test('wrong words are looked for where confidence is least', () => {
  const said = Array.from({ length: 50 }, () => 'yes');
  const heard = said.map((word, i) => (i === 7 || i === 20 ? 'no' : word)).join(' ');
  const find = (confidence: (i: number) => number) =>
    scoreWords([
      {
        clip: clip(said.join(' ')),
        words: hear(
          heard,
          said.map((_, i) => confidence(i)),
        ),
      },
    ]).found;
  assert.deepEqual(
    find((i) => (i === 7 ? 0.1 : 0.2 + i / 100)),
    { share: 0.5, wrong: 2 },
  );
  assert.deepEqual(
    find((i) => (i === 7 || i === 20 ? 0.1 : 0.9)),
    { share: 1, wrong: 2 },
  );
});

test('words of the same confidence are found by chance', () => {
  const said = Array.from({ length: 50 }, () => 'yes');
  const words = hear(
    said.map((word, i) => (i === 0 ? 'no' : word)).join(' '),
    said.map(() => 0.5),
  );
  assert.deepEqual(scoreWords([{ clip: clip(said.join(' ')), words }]).found, { share: 0.06, wrong: 1 });
});

test('an engine without confidence finds nothing', () => {
  assert.equal(scoreWords([{ clip: clip('yes'), words: hear('no') }]).found, undefined);
});
