import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeSelection } from '@tiptap/pm/state';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { changes, testEditor, type TestEditor } from '#e2e/support/editor/test-document';
import { readOnlyPlugin } from '#components/editor/sync/read-only.ts';
import { changeTag, insertTag, putBack, removeTag, tagAt } from './change-tags';
import { maxTagLength, getTagName, printedTag, suggestTags, tagNames } from './tag-names';
import { suggestionKey, tagSuggestion, takeSuggestion } from './tag-suggestion';

const talk = () =>
  testEditor([
    { speaker: 0, content: 'one two three' },
    { speaker: 1, content: 'four' },
  ]);

test('a tag is put at the caret with one blank to the words beside it', () => {
  for (const [caret, line] of [
    [1, '0: [music] one two three'],
    [4, '0: one [music] two three'],
    [5, '0: one [music] two three'],
    [6, '0: one t [music] wo three'],
    [14, '0: one two three [music]'],
  ] as const) {
    const sample = talk();
    sample.select(caret);
    changes(sample, insertTag(sample.state, '[music]'), () => assert.equal(sample.lines()[0], line));
    assert.equal(sample.state.selection.$head.nodeBefore?.type.name, 'tag', 'the caret is behind it');
  }
});

test('a tag takes the place of the selected words, and keeps them; they are put back', () => {
  const sample = talk();
  sample.select(4, 9);
  changes(sample, insertTag(sample.state, '[inaudible]'), () =>
    assert.equal(sample.lines()[0], '0: one [inaudible] three'),
  );
  assert.deepEqual(tagAt(sample.state.doc, 5), { at: 5, tag: '[inaudible]', note: 'two' });
  changes(sample, putBack(sample.state, 5), () => {
    assert.equal(sample.lines()[0], '0: one two three');
    const { from, to } = sample.state.selection;
    assert.equal(sample.state.doc.textBetween(from, to), 'two');
  });
});

test('the words of a tag inside go to the one that replaces it', () => {
  const sample = testEditor([
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
  sample.select(1, 8);
  changes(sample, insertTag(sample.state, '[crosstalk]'), () =>
    assert.equal(sample.lines()[0], '0: [crosstalk]'),
  );
  assert.equal(tagAt(sample.state.doc, 1)?.note, 'a b c <laugh> d');
});

test('a selected tag is another one, and keeps what its words were', () => {
  const sample = testEditor([{ speaker: 0, content: [{ tag: '[inaudible]', note: 'b' }] }]);
  sample.dispatch(sample.state.tr.setSelection(NodeSelection.create(sample.state.doc, 1)));
  changes(sample, insertTag(sample.state, '[music]'), () =>
    assert.equal(tagAt(sample.state.doc, 1)?.note, 'b'),
  );
  changes(sample, changeTag(sample.state, 1, '[silence]'), () => {
    assert.deepEqual(tagAt(sample.state.doc, 1), { at: 1, tag: '[silence]', note: 'b' });
  });
  assert.equal(changeTag(sample.state, 1, '[silence]'), undefined);
});

test('words of two monologues, or more than a note holds, are not replaced', () => {
  const sample = talk();
  sample.select(4, 18);
  assert.equal(insertTag(sample.state, '[music]'), undefined);
  const long = testEditor([{ speaker: 0, content: 'word '.repeat(3000) }]);
  long.select(1, 14_000);
  assert.equal(insertTag(long.state, '[music]'), undefined);
});

test('a tag is removed with the blank that would be double, or before a comma', () => {
  for (const [content, at, line] of [
    [[{ text: 'a ' }, { tag: '[x]' }, { text: ' b' }], 3, '0: a b'],
    [[{ tag: '[x]' }, { text: ' b' }], 1, '0: b'],
    [[{ text: 'a ' }, { tag: '[x]' }], 3, '0: a'],
    [[{ text: 'a' }, { tag: '[x]' }, { text: 'b' }], 2, '0: ab'],
    [[{ tag: '[x]' }], 1, '0: '],
    [[{ text: 'a ' }, { tag: '[x]' }, { text: ', b' }], 3, '0: a, b'],
  ] as const) {
    const sample = testEditor([{ speaker: 0, content: [...content] }]);
    changes(sample, removeTag(sample.state, at), () => assert.equal(sample.lines()[0], line));
  }
  assert.equal(removeTag(talk().state, 2), undefined);
  assert.equal(putBack(talk().state, 2), undefined);
});

test('a tag is printed in brackets, clean, and not too long', () => {
  assert.equal(printedTag(' door  slams '), '[door slams]');
  assert.equal(printedTag('[laughter]'), '[laughter]');
  assert.equal(printedTag('[]'), undefined);
  assert.equal(printedTag('a\u202eb\u0007'), '[ab]');
  assert.equal(printedTag('😀'.repeat(80))?.length, maxTagLength);
  assert.equal(getTagName('[laughter]'), 'laughter');
  assert.equal(getTagName('<laugh>'), 'laugh');
});

test('tags that begin as was typed are offered first, then the text itself', () => {
  assert.deepEqual(suggestTags('l'), ['laughter', 'l']);
  assert.deepEqual(suggestTags('Laughter'), ['laughter']);
  assert.deepEqual(suggestTags('door slams'), ['door slams']);
});

function typing(
  isEditable = () => true,
): TestEditor & { type(text: string): void; offered(): readonly string[] | undefined } {
  const plugins = [
    tagSuggestion({ getNames: () => tagNames, write: printedTag, onInserted: () => {} }),
    readOnlyPlugin(isEditable),
  ];
  const sample = testEditor([{ speaker: 0, content: 'one' }], { plugins });
  sample.select(4);
  return Object.assign(sample, {
    type(text: string) {
      for (const letter of text) sample.dispatch(sample.state.tr.insertText(letter));
    },
    offered: () => suggestionKey.getState(sample.state)?.names,
  });
}

test('tags are offered as soon as a bracket and a letter are typed, and as long as the caret stays', () => {
  const sample = typing();
  sample.type(' [');
  assert.equal(sample.offered(), undefined);
  sample.type('l');
  assert.deepEqual(sample.offered(), ['laughter', 'l']);
  sample.type('au');
  assert.deepEqual(sample.offered(), ['laughter', 'lau']);
  sample.select(2);
  assert.equal(sample.offered(), undefined);
  sample.select(9);
  assert.equal(sample.offered(), undefined, 'coming back to it is no typing');
});

test('nothing is offered for what was pasted, brought by others or by undo, nor after a number or a blank', () => {
  const sample = typing();
  sample.dispatch(sample.state.tr.insertText(' [l').setMeta('paste', true));
  assert.equal(sample.offered(), undefined);
  sample.dispatch(sample.state.tr.insertText(' [l').setMeta('addToHistory', false));
  assert.equal(sample.offered(), undefined);
  sample.type(' [1');
  assert.equal(sample.offered(), undefined);
  sample.type(' [ a');
  assert.equal(sample.offered(), undefined);
});

test('what is offered goes away with a name that is too long for a tag', () => {
  const sample = typing();
  sample.type(` [${'a'.repeat(40)}`);
  assert.ok(sample.offered());
  sample.type('a');
  assert.equal(sample.offered(), undefined);
});

test('what is taken is told of, unless the text has become read-only', () => {
  for (const [isEditable, told, line] of [
    [true, ['[laughter]'], '0: one [laughter]'],
    [false, [], '0: one [l'],
  ] as const) {
    let mayEdit = true;
    const sample = typing(() => mayEdit);
    sample.type(' [l');
    const offered = suggestionKey.getState(sample.state);
    assert.ok(offered);
    mayEdit = isEditable;
    const inserted: string[] = [];
    takeSuggestion(sample, offered, 'laughter', {
      write: printedTag,
      onInserted: (tag) => inserted.push(tag),
    });
    assert.deepEqual([inserted, sample.lines()[0], sample.offered()], [told, line, undefined]);
  }
});

test('punctuation round the selected words keeps its place', () => {
  for (const [content, from, to, printed, note] of [
    ['John, who', 0, 5, '[inaudible], who', 'John'],
    ['kept peas. We', 5, 10, 'kept [inaudible]. We', 'peas'],
    ['so (peas) we', 3, 9, 'so ([inaudible]) we', 'peas'],
    ['it costs $5 a day', 9, 11, 'it costs [inaudible] a day', '$5'],
    ['well, yes.', 0, 10, '[inaudible].', 'well, yes'],
  ] as const) {
    const sample = testEditor([{ speaker: 0, content }]);
    sample.select(1 + from, 1 + to);
    const change = insertTag(sample.state, '[inaudible]');
    assert.ok(change);
    singleUndoStep(sample, change);
    assert.deepEqual(sample.lines(), [`0: ${printed}`]);
    assert.equal(sample.state.doc.child(0).children.find(({ isText }) => !isText)?.attrs['note'], note);
    sample.undo();
    assert.deepEqual(sample.lines(), [`0: ${content}`]);
  }
});

test('a tag before punctuation stands without a blank there', () => {
  const sample = testEditor([{ speaker: 0, content: 'kept , who' }]);
  sample.select(6);
  const change = insertTag(sample.state, '[inaudible]');
  assert.ok(change);
  singleUndoStep(sample, change);
  assert.deepEqual(sample.lines(), ['0: kept [inaudible], who']);
});
