import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEdit, put } from '#e2e/support/transcript/random-changes';
import { compareWords } from '#lib/transcript/diff/compare-words';
import { cutUnchanged } from './cut-unchanged';

test('monologues without a change are left out, several as one', () => {
  const { edit } = toEdit([2, 2, 2, 2]);
  const { monologues } = compareWords(edit, put(edit, { id: 'm2', text: 'w4 other' }));
  const items = cutUnchanged(monologues).map((item) =>
    item.kind === 'shown' ? item.monologue.id : item.monologues.map(({ id }) => id),
  );
  assert.deepEqual(items, [['m0', 'm1'], 'm2', ['m3']]);
});

test('another speaker is a change, and a new name of one is none', () => {
  const { edit } = toEdit([2, 2]);
  const { monologues } = compareWords(edit, {
    ...edit,
    speakers: [{ id: 0, name: 'Ann' }, ...edit.speakers.slice(1)],
    monologues: edit.monologues.map((monologue, i) => (i === 1 ? { ...monologue, speaker: 0 } : monologue)),
  });
  assert.deepEqual(
    cutUnchanged(monologues).map(({ kind }) => kind),
    ['left-out', 'shown'],
  );
});

test('of a long unchanged stretch the words beside the changes remain', () => {
  const { edit } = toEdit([200]);
  const words = Array.from({ length: 200 }, (_, i) => (i === 100 ? 'other' : `w${i}`));
  const { monologues } = compareWords(edit, put(edit, { id: 'm0', text: words.join(' ') }));
  const [item] = cutUnchanged(monologues);
  assert.ok(item?.kind === 'shown');
  const text = item.monologue.runs.map(({ text }) => text).join('|');
  assert.match(text, /^… w88 .* w99 \|w100\|other\| ?w101 .* w112 … $/);
});
