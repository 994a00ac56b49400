import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeSelection, type Transaction } from '@tiptap/pm/state';
import { inOneStep } from '../document/one-step';
import { testDesk, type TestDesk } from '../test-document';
import { changeTag, insertTag, putBack, removeTag, tagAt } from './change-tags';
import { longestTag, nameOfTag, printedTag, suggestTags } from './tag-names';
import { suggestionKey, tagSuggestion } from './tag-suggestion';

const talk = () =>
  testDesk([
    { speaker: 0, content: 'one two three' },
    { speaker: 1, content: 'four' },
  ]);

function changes(desk: TestDesk, change: Transaction | undefined, check: () => void): void {
  assert.ok(change, 'nothing to change');
  const before = JSON.stringify(desk.state.doc.toJSON());
  inOneStep(desk, change);
  check();
  const after = desk.state;
  desk.undo();
  assert.equal(JSON.stringify(desk.state.doc.toJSON()), before);
  desk.state = after;
}

test('a tag is put at the caret with one blank to the words beside it', () => {
  for (const [caret, line] of [
    [1, '0: [music] one two three'],
    [4, '0: one [music] two three'],
    [5, '0: one [music] two three'],
    [6, '0: one t [music] wo three'],
    [14, '0: one two three [music]'],
  ] as const) {
    const desk = talk();
    desk.select(caret);
    changes(desk, insertTag(desk.state, '[music]'), () => assert.equal(desk.lines()[0], line));
    assert.equal(desk.state.selection.$head.nodeBefore?.type.name, 'tag', 'the caret is behind it');
  }
});

test('a tag takes the place of the selected words, and keeps them; they are put back', () => {
  const desk = talk();
  desk.select(4, 9);
  changes(desk, insertTag(desk.state, '[inaudible]'), () =>
    assert.equal(desk.lines()[0], '0: one [inaudible] three'),
  );
  assert.deepEqual(tagAt(desk.state.doc, 5), { at: 5, tag: '[inaudible]', note: 'two' });
  changes(desk, putBack(desk.state, 5), () => {
    assert.equal(desk.lines()[0], '0: one two three');
    const { from, to } = desk.state.selection;
    assert.equal(desk.state.doc.textBetween(from, to), 'two');
  });
});

test('the words of a tag inside are kept by the one that takes its place', () => {
  const desk = testDesk([
    {
      speaker: 0,
      content: [
        { text: 'a ' },
        { tag: '[inaudible]', note: 'b c' },
        { text: ' ' },
        { tag: '<laugh>' },
        { text: ' d' },
      ],
    },
  ]);
  desk.select(1, 8);
  changes(desk, insertTag(desk.state, '[crosstalk]'), () => assert.equal(desk.lines()[0], '0: [crosstalk]'));
  assert.equal(tagAt(desk.state.doc, 1)?.note, 'a b c <laugh> d');
});

test('a selected tag is another one, and keeps what its words were', () => {
  const desk = testDesk([{ speaker: 0, content: [{ tag: '[inaudible]', note: 'b' }] }]);
  desk.dispatch(desk.state.tr.setSelection(NodeSelection.create(desk.state.doc, 1)));
  changes(desk, insertTag(desk.state, '[music]'), () => assert.equal(tagAt(desk.state.doc, 1)?.note, 'b'));
  changes(desk, changeTag(desk.state, 1, '[silence]'), () => {
    assert.deepEqual(tagAt(desk.state.doc, 1), { at: 1, tag: '[silence]', note: 'b' });
  });
  assert.equal(changeTag(desk.state, 1, '[silence]'), undefined);
});

test('words of two monologues, or more than a note holds, are not replaced', () => {
  const desk = talk();
  desk.select(4, 18);
  assert.equal(insertTag(desk.state, '[music]'), undefined);
  const long = testDesk([{ speaker: 0, content: 'word '.repeat(3000) }]);
  long.select(1, 14_000);
  assert.equal(insertTag(long.state, '[music]'), undefined);
});

test('a tag is removed with the blank that would be double', () => {
  for (const [content, at, line] of [
    [[{ text: 'a ' }, { tag: '[x]' }, { text: ' b' }], 3, '0: a b'],
    [[{ tag: '[x]' }, { text: ' b' }], 1, '0: b'],
    [[{ text: 'a ' }, { tag: '[x]' }], 3, '0: a'],
    [[{ text: 'a' }, { tag: '[x]' }, { text: 'b' }], 2, '0: ab'],
    [[{ tag: '[x]' }], 1, '0: '],
  ] as const) {
    const desk = testDesk([{ speaker: 0, content: [...content] }]);
    changes(desk, removeTag(desk.state, at), () => assert.equal(desk.lines()[0], line));
  }
  assert.equal(removeTag(talk().state, 2), undefined);
  assert.equal(putBack(talk().state, 2), undefined);
});

test('a tag is printed in brackets, clean, and not too long', () => {
  assert.equal(printedTag(' door  slams '), '[door slams]');
  assert.equal(printedTag('[laughter]'), '[laughter]');
  assert.equal(printedTag('[]'), undefined);
  assert.equal(printedTag('a\u202eb\u0007'), '[ab]');
  assert.equal(printedTag('😀'.repeat(80))?.length, longestTag);
  assert.equal(nameOfTag('[laughter]'), 'laughter');
  assert.equal(nameOfTag('<laugh>'), 'laugh');
});

test('tags that begin as was typed are offered first, then the text itself', () => {
  assert.deepEqual(suggestTags('l'), ['laughter', 'l']);
  assert.deepEqual(suggestTags('Laughter'), ['laughter']);
  assert.deepEqual(suggestTags('door slams'), ['door slams']);
});

function typing(): TestDesk & { type(text: string): void; offered(): readonly string[] | undefined } {
  const desk = testDesk([{ speaker: 0, content: 'one' }], { plugins: [tagSuggestion(() => {})] });
  desk.select(4);
  return Object.assign(desk, {
    type(text: string) {
      for (const letter of text) desk.dispatch(desk.state.tr.insertText(letter));
    },
    offered: () => suggestionKey.getState(desk.state)?.names,
  });
}

test('tags are offered as soon as a bracket and a letter are typed, and as long as the caret stays', () => {
  const desk = typing();
  desk.type(' [');
  assert.equal(desk.offered(), undefined);
  desk.type('l');
  assert.deepEqual(desk.offered(), ['laughter', 'l']);
  desk.type('au');
  assert.deepEqual(desk.offered(), ['laughter', 'lau']);
  desk.select(2);
  assert.equal(desk.offered(), undefined);
  desk.select(9);
  assert.equal(desk.offered(), undefined, 'coming back to it is no typing');
});

test('nothing is offered for what was pasted, brought by others or by undo, nor after a number or a blank', () => {
  const desk = typing();
  desk.dispatch(desk.state.tr.insertText(' [l').setMeta('paste', true));
  assert.equal(desk.offered(), undefined);
  desk.dispatch(desk.state.tr.insertText(' [l').setMeta('addToHistory', false));
  assert.equal(desk.offered(), undefined);
  desk.type(' [1');
  assert.equal(desk.offered(), undefined);
  desk.type(' [ a');
  assert.equal(desk.offered(), undefined);
});

test('what is offered goes away with a name that is too long for a tag', () => {
  const desk = typing();
  desk.type(` [${'a'.repeat(40)}`);
  assert.ok(desk.offered());
  desk.type('a');
  assert.equal(desk.offered(), undefined);
});
