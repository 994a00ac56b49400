import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEdit } from '#e2e/support/transcript/random-changes';
import { compareWords, type ComparedMonologue } from '#lib/transcript/diff/compare-words';
import { toContent, toText, type Edit } from '#lib/transcript/edit';
import { withoutSeams } from './without-seams';

const { edit } = toEdit([2, 2]);

/** The edit with its two paragraphs joined. */
function join(text: string): Edit {
  const [first] = edit.monologues;
  return { ...edit, monologues: first === undefined ? [] : [{ ...first, content: toContent(text) }] };
}

const changes = (monologues: readonly ComparedMonologue[]) =>
  withoutSeams(monologues).map(({ beginning, runs }) => [
    beginning,
    ...runs.map(({ kind, text }) => `${kind} "${text}"`),
  ]);

test('paragraphs that were joined or split show no change but that', () => {
  const joined = join('w0 w1 w2 w3');
  assert.equal(edit.monologues.map(({ content }) => toText(content)).join(' '), 'w0 w1 w2 w3');
  assert.deepEqual(changes(compareWords(edit, joined).monologues), [
    ['same', 'same "w0 w1"'],
    ['deleted', 'same "w2 w3"'],
  ]);
  assert.deepEqual(changes(compareWords(joined, edit).monologues), [
    ['same', 'same "w0 w1"'],
    ['inserted', 'same "w2 w3"'],
  ]);
});

test('words that changed at a seam are shown without the white space beside them', () => {
  const { monologues } = compareWords(edit, join('w0 w1 new w2 w3'));
  const shown = changes(monologues).flat().join(' ');
  assert.match(shown, /inserted "new/);
  assert.doesNotMatch(shown, /(inserted|deleted) "\s*"/);
});

test('white space that changed within a paragraph stays a change', () => {
  const { monologues } = compareWords(join('w0 w1'), join('w0  w1'));
  assert.deepEqual(changes(monologues), [['same', 'same "w0"', 'deleted " "', 'inserted "  "', 'same "w1"']]);
});
