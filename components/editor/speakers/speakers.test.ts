import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';
import { changes, testEditor } from '#e2e/support/editor/test-document';
import { assignSpeaker, mapScope, monologueScope, getScope } from './assign-speaker';
import {
  addSpeaker,
  colorSpeaker,
  mergeSpeakers,
  newSpeaker,
  removeSpeaker,
  renameSpeaker,
  cleanName,
} from './change-speakers';
import { speakingShares } from './speaking-shares';

const talk = () =>
  testEditor([
    { speaker: 0, content: 'one two three four five' },
    { speaker: 1, content: 'six seven' },
    { speaker: 0, content: 'eight nine' },
    { speaker: 1, content: 'ten' },
    { speaker: 0, content: [{ text: 'eleven ' }, { tag: '[music]' }, { text: ' twelve' }] },
  ]);

const [anna, ben] = [
  { id: 0, name: 'Anna' },
  { id: 1, name: 'Ben' },
];

test('the monologue with the caret is given to a speaker', () => {
  const sample = talk();
  sample.select(30);
  changes(sample, assignSpeaker(sample.state, getScope(sample.state), anna), () => {
    assert.deepEqual(sample.lines().slice(0, 3), [
      '0: one two three four five',
      '0: six seven',
      '0: eight nine',
    ]);
  });
});

test('giving a monologue to the one who has it changes nothing', () => {
  const sample = talk();
  assert.equal(assignSpeaker(sample.state, monologueScope(0), anna), undefined);
});

test('all monologues of a selection are given to a speaker, without one that it only touches', () => {
  const sample = talk();
  const thirdBegins = 25 + 11 + 1;
  sample.select(3, thirdBegins);
  assert.deepEqual(getScope(sample.state), { kind: 'monologues', first: 0, last: 1 });
  sample.select(3, thirdBegins + 1);
  assert.deepEqual(getScope(sample.state), { kind: 'monologues', first: 0, last: 2 });
  changes(sample, assignSpeaker(sample.state, getScope(sample.state), { id: 2, name: 'Cleo' }), () => {
    assert.deepEqual(
      sample.state.doc.children.map((node) => getAttributes(node).speaker),
      [2, 2, 2, 1, 0],
    );
  });
});

test('this and all following of a speaker are given to another', () => {
  const sample = talk();
  const scope = { kind: 'following', first: 2, speaker: 0 } as const;
  changes(sample, assignSpeaker(sample.state, scope, { id: 2, name: 'Cleo' }), () => {
    assert.deepEqual(
      sample.state.doc.children.map((node) => getAttributes(node).speaker),
      [0, 1, 2, 1, 2],
    );
  });
});

test('words in the middle become a monologue of their own, with their machine words', () => {
  const sample = talk();
  // From inside "two" to the space after "three".
  sample.select(7, 15);
  const scope = getScope(sample.state);
  changes(sample, assignSpeaker(sample.state, scope, ben), () => {
    assert.deepEqual(sample.lines().slice(0, 4), ['0: one', '1: two three', '0: four five', '1: six seven']);
    const ranges = sample.state.doc.children
      .slice(0, 4)
      .map((node) => [getAttributes(node).from, getAttributes(node).to]);
    assert.deepEqual(ranges, [
      [0, 1],
      [1, 3],
      [3, 5],
      [5, 7],
    ]);
    const ids = sample.state.doc.children.map((node) => getAttributes(node).id);
    assert.equal(new Set(ids).size, ids.length);
    const { from, to } = sample.state.selection;
    assert.equal(sample.state.doc.textBetween(from, to), 'two three');
  });
});

test('words at the beginning and at the end are split off', () => {
  const sample = talk();
  sample.select(1, 4);
  changes(sample, assignSpeaker(sample.state, getScope(sample.state), ben), () => {
    assert.deepEqual(sample.lines().slice(0, 2), ['1: one', '0: two three four five']);
  });
  sample.undo();
  sample.select(20, 24);
  changes(sample, assignSpeaker(sample.state, getScope(sample.state), ben), () => {
    assert.deepEqual(sample.lines().slice(0, 2), ['0: one two three four', '1: five']);
  });
});

test('a selection of all words is the monologue itself', () => {
  const sample = talk();
  sample.select(1, 24);
  assert.deepEqual(getScope(sample.state), monologueScope(0));
  sample.select(4, 5);
  assert.deepEqual(getScope(sample.state), monologueScope(0), 'a blank is no word');
});

test('a tag among the words that are split off goes with them', () => {
  const sample = testEditor([
    { speaker: 0, content: [{ text: 'so ' }, { tag: '[music]' }, { text: ' there you are' }] },
  ]);
  sample.select(4, 11);
  changes(sample, assignSpeaker(sample.state, getScope(sample.state), ben), () => {
    assert.deepEqual(sample.lines(), ['0: so', '1: [music] there', '0: you are']);
  });
});

test('a scope follows its monologue when another is put in or deleted before it', () => {
  const sample = talk();
  const { state } = sample;
  const more = state.tr.insert(0, state.schema.nodes['monologue']?.create({ speaker: 1 }) ?? []);
  assert.deepEqual(mapScope(monologueScope(2), more.before, more), monologueScope(3));
  const fewer = state.tr.delete(0, state.doc.child(0).nodeSize);
  assert.deepEqual(mapScope(monologueScope(2), fewer.before, fewer), monologueScope(1));
  assert.deepEqual(mapScope({ kind: 'words', from: 27, to: 30 }, fewer.before, fewer), {
    kind: 'words',
    from: 2,
    to: 5,
  });
});

test('a new speaker is added together with the first monologue, with the next id', () => {
  const sample = talk();
  const speaker = newSpeaker(getSpeakers(sample.state.doc), '  Дмитрий \u202e ', (n) => `Speaker ${n}`);
  assert.deepEqual(speaker, { id: 3, name: 'Дмитрий' });
  changes(sample, assignSpeaker(sample.state, monologueScope(1), speaker), () => {
    assert.equal(getSpeakers(sample.state.doc).at(-1)?.name, 'Дмитрий');
    assert.equal(getAttributes(sample.state.doc.child(1)).speaker, 3);
  });
});

test('a speaker without a name is called by a number that is free', () => {
  const numbered = (n: number) => `Speaker ${n}`;
  const speakers = [{ id: 4, name: 'Speaker 2' }];
  assert.deepEqual(newSpeaker(speakers, ' \u0000 ', numbered), { id: 5, name: 'Speaker 3' });
});

test('speakers are added, renamed, colored, merged and removed in one step each', () => {
  const sample = talk();
  const names = () => getSpeakers(sample.state.doc).map(({ name }) => name);
  changes(sample, addSpeaker(sample.state, { id: 3, name: 'Dora' }), () => {
    assert.deepEqual(names(), ['Anna', 'Ben', 'Cleo', 'Dora']);
  });
  changes(sample, renameSpeaker(sample.state, 0, 'أنّا'), () => assert.equal(names()[0], 'أنّا'));
  changes(sample, colorSpeaker(sample.state, 1, 7), () =>
    assert.equal(getSpeakers(sample.state.doc)[1]?.colour, 7),
  );
  changes(sample, removeSpeaker(sample.state, 2), () => assert.deepEqual(names(), ['أنّا', 'Ben', 'Dora']));
  changes(sample, mergeSpeakers(sample.state, 1, 0), () => {
    assert.deepEqual(names(), ['أنّا', 'Dora']);
    assert.ok(sample.state.doc.children.every((node) => getAttributes(node).speaker === 0));
  });
});

test('a speaker who says something, or is the last, is not removed; nor is a name emptied', () => {
  const sample = talk();
  assert.equal(removeSpeaker(sample.state, 0), undefined);
  assert.equal(
    removeSpeaker(testEditor([{ speaker: 0, content: 'a' }], { names: ['Anna'] }).state, 0),
    undefined,
  );
  assert.equal(renameSpeaker(sample.state, 0, ' \u202e\u2066 '), undefined);
  assert.equal(renameSpeaker(sample.state, 0, 'Anna'), undefined);
  assert.equal(mergeSpeakers(sample.state, 0, 0), undefined);
  assert.equal(mergeSpeakers(sample.state, 0, 99), undefined);
});

test('names keep every script and lose what does harm', () => {
  assert.equal(cleanName(' Zoë\t\n d’Arc '), 'Zoë d’Arc');
  assert.equal(cleanName('می\u200cخواهم'), 'می\u200cخواهم', 'Persian needs its joiners');
  assert.equal(cleanName('a \u202e b'), 'a b');
  assert.equal(cleanName('evil\u202egnp.exe\u0000\u2067'), 'evilgnp.exe');
  assert.equal(cleanName('<img src=x>'), '<img src=x>', 'a name is text, and is shown as text');
  assert.equal(cleanName('\ud83d'), '', 'half a character is none');
  const long = cleanName('😀'.repeat(150));
  assert.equal(long, '😀'.repeat(100), '200 units at most, and no half of a character');
});

test('the share of each speaker is that of the time they speak', () => {
  const sample = testEditor([
    { speaker: 0, content: 'a b c' },
    { speaker: 1, content: 'd' },
    { speaker: 0, content: '' },
  ]);
  const words = ['a', 'b', 'c', 'd'].map((text, i) => ({
    text,
    startMs: i * 100,
    endMs: i * 100 + 100,
    confidence: 1,
  }));
  const shares = speakingShares(sample.state.doc, words);
  assert.deepEqual(shares.get(0), { monologues: 2, share: 0.75 });
  assert.deepEqual(shares.get(1), { monologues: 1, share: 0.25 });
  assert.equal(shares.get(2), undefined);
});
