import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateNKeysBetween } from 'fractional-indexing';
import { merge } from '#e2e/support/transcript/random-changes';
import { toText, type Edit } from '#lib/transcript/edit';

const count = 20_000;
const places = generateNKeysBetween(null, null, 2 * count);
const speakers = [{ id: 0, name: 'Anna' }];
const toEdit = (monologues: Edit['monologues']): Edit => ({ revision: 0, speakers, monologues });
const paragraph = (id: string, at: number, text: string) => ({
  ...{ id, place: places[at] ?? '', speaker: 0, from: 0, to: 0 },
  content: text === '' ? [] : [{ text }],
});
const paragraphs = (write: (i: number) => string, letter = 'm') =>
  Array.from({ length: count }, (_, i) => paragraph(`${letter}${i}`, 2 * i, write(i)));
const joinText = ({ monologues }: Pick<Edit, 'monologues'>) =>
  monologues.map(({ content }) => toText(content)).join(' ');

test('a paragraph merged out of twenty thousand is merged with a correction of each second one', () => {
  const base = toEdit(paragraphs((i) => `w${i} v${i}`));
  const mine = toEdit([paragraph('m0', 0, joinText(base))]);
  const theirs = toEdit(paragraphs((i) => (i % 2 === 0 ? `w${i} v${i}` : `w${i} x${i}`)));
  const { result, conflicts } = merge(base, mine, theirs, []);
  assert.deepEqual(conflicts, []);
  assert.equal(joinText(result), joinText(theirs));
});

test('twenty thousand paragraphs that two people changed differently are as many conflicts', () => {
  const base = toEdit(paragraphs((i) => `a${i} b${i}`));
  const mine = toEdit(paragraphs((i) => `a${i} mine${i}`));
  const theirs = toEdit(paragraphs((i) => `a${i} theirs${i}`));
  const { result, conflicts } = merge(base, mine, theirs, []);
  assert.equal(conflicts.length, count);
  assert.equal(joinText(result), joinText(theirs));
});

test('all of one paragraph, changed by both at each third word, is merged', () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i}`);
  const write = (letter: string) =>
    toEdit([paragraph('m', 0, words.map((word, i) => (i % 3 === 0 ? letter + word : word)).join(' '))]);
  const [mine, theirs] = [write('m'), write('t')];
  const { conflicts } = merge(toEdit([paragraph('m', 0, words.join(' '))]), mine, theirs, []);
  assert.equal(conflicts.length, 20_000);
});

test('new paragraphs of both between each two are in, in the order of each', () => {
  const half = paragraphs((i) => `w${i}`).slice(0, count / 2);
  const base = toEdit(half);
  const between = (letter: string) =>
    toEdit(
      half.flatMap((each, i) => [
        { ...each, content: [{ text: `${letter} w${i}` }] },
        paragraph(`${letter}${i}`, 2 * i + 1, letter),
      ]),
    );
  const { result } = merge(base, between('A'), between('B'), []);
  assert.equal(result.monologues.length, (3 * count) / 2);
});

test('a paragraph of twelve hours, as a recognizer writes one speaker, is merged', () => {
  const words = Array.from({ length: 200_000 }, (_, i) => `w${i}`);
  const write = (at: number, word: string) => toEdit([paragraph('m0', 0, words.with(at, word).join(' '))]);
  const base = toEdit([paragraph('m0', 0, words.join(' '))]);
  const { result, conflicts } = merge(base, write(10, 'mine'), write(190_000, 'theirs'), []);
  assert.deepEqual(conflicts, []);
  assert.equal(joinText(result), words.with(10, 'mine').with(190_000, 'theirs').join(' '));
});
