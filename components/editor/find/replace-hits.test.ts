import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as check, boolean, constant, constantFrom, oneof, property } from 'fast-check';
import { ReplaceStep } from '@tiptap/pm/transform';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { getAttributes } from '#components/editor/document/to-document.ts';
import { testEditor, type TestEditor } from '#e2e/support/editor/test-document';
import { compile, type Query } from './pattern';
import { replaceHits, type HitMonologue } from './replace-hits';
import { tagMark } from '#components/editor/document/to-document.ts';
import { searchText } from './search-text';

function toHits({ state }: TestEditor, text: string, how: Partial<Query> = {}): HitMonologue[] {
  const query = { text, matchCase: true, wholeWord: false, isPattern: false, ...how };
  const compiled = compile(query);
  assert.ok(compiled && 'expression' in compiled);
  return state.doc.children.map((node) => ({
    node,
    matches: searchText(
      node.textBetween(0, node.content.size, undefined, tagMark),
      compiled.expression,
      query,
    ),
  }));
}

test('all is replaced in one transaction with one step a monologue, and one undo brings all back', () => {
  const sample = testEditor([
    { speaker: 0, content: 'about this and about that' },
    { speaker: 1, content: 'nothing here' },
    { speaker: 0, content: [{ text: 'about ' }, { tag: '[music]', note: 'about' }, { text: ' about' }] },
  ]);
  const before = JSON.stringify(sample.state.doc.toJSON());
  const untouched = sample.state.doc.child(1);
  const ids = sample.state.doc.children.map((node) => getAttributes(node));
  const tr = replaceHits(sample.state, toHits(sample, 'about'), 'regarding');
  assert.equal(tr.steps.length, 2);
  assert.ok(tr.steps.every((step) => step instanceof ReplaceStep));
  singleUndoStep(sample, tr);
  assert.deepEqual(sample.lines(), [
    '0: regarding this and regarding that',
    '1: nothing here',
    '0: regarding [music] regarding',
  ]);
  assert.equal(sample.state.doc.child(1), untouched);
  assert.deepEqual(
    sample.state.doc.children.map((node) => getAttributes(node)),
    ids,
    'ids and ranges stay',
  );
  assert.equal(sample.state.doc.child(2).child(1).attrs['note'], 'about', 'a tag keeps its words');
  sample.undo();
  assert.equal(JSON.stringify(sample.state.doc.toJSON()), before);
});

test('groups of an expression are put in', () => {
  const sample = testEditor([{ speaker: 0, content: 'Berg, Anna; Tal, Ben' }]);
  const hits = toHits(sample, '(\\w+), (\\w+)', { isPattern: true });
  sample.dispatch(replaceHits(sample.state, hits, '$2 $1'));
  assert.deepEqual(sample.lines(), ['0: Anna Berg; Ben Tal']);
});

test('a text with dollars is put in as it is', () => {
  const sample = testEditor([{ speaker: 0, content: 'five bucks' }]);
  sample.dispatch(replaceHits(sample.state, toHits(sample, 'five bucks'), '$5 ($1)'));
  assert.deepEqual(sample.lines(), ['0: $5 ($1)']);
});

test('what is replaced by nothing may leave an empty monologue', () => {
  const sample = testEditor([
    { speaker: 0, content: 'aaa' },
    { speaker: 1, content: 'b' },
  ]);
  sample.dispatch(replaceHits(sample.state, toHits(sample, 'a'), ''));
  assert.deepEqual(sample.lines(), ['0: ', '1: b']);
});

test('control characters do not come in by a replacement', () => {
  const sample = testEditor([{ speaker: 0, content: 'a' }]);
  sample.dispatch(replaceHits(sample.state, toHits(sample, 'a'), 'x\u0000\ny'));
  assert.deepEqual(sample.lines(), ['0: x y']);
});

test('replacing by the same changes nothing', () => {
  const sample = testEditor([{ speaker: 0, content: 'a b a' }]);
  assert.equal(replaceHits(sample.state, toHits(sample, 'a'), 'a').docChanged, false);
});

test('monologues that changed meanwhile are left alone', () => {
  const sample = testEditor([
    { speaker: 0, content: 'a' },
    { speaker: 1, content: 'a' },
  ]);
  const hits = toHits(sample, 'a');
  sample.dispatch(sample.state.tr.insertText('x', 1));
  sample.dispatch(replaceHits(sample.state, hits, 'b'));
  assert.deepEqual(sample.lines(), ['0: xa', '1: b']);
});

test('the caret stays with the word it is at, wherever it is', () => {
  const texts = ['one two one', 'two two', 'one'];
  const sample = testEditor(texts.map((content, speaker) => ({ speaker, content })));
  for (let caret = 1; caret < sample.state.doc.content.size; caret++) {
    const start = sample.state.doc.resolve(caret);
    if (start.depth === 0) continue;
    const fresh = testEditor(texts.map((content, speaker) => ({ speaker, content })));
    fresh.select(caret);
    const before = fresh.state.doc.resolve(caret);
    const left = before.parent.textBetween(0, before.parentOffset).replaceAll('two', 'seven');
    fresh.dispatch(replaceHits(fresh.state, toHits(fresh, 'two'), 'seven'));
    const { $head } = fresh.state.selection;
    assert.equal($head.index(0), before.index(0));
    const now = $head.parent.textBetween(0, $head.parentOffset);
    const isInside = /\bt$|\btw$/u.test(left);
    if (isInside) assert.ok(/s$|se$/u.test(now), now);
    else assert.equal(now, left);
  }
});

test('whatever the text: the same as replacing in each run of text, undone to the byte', () => {
  const piece = oneof(
    array(constantFrom('ab', 'ba', 'a', ' ', 'é', '😀', 'b '), { minLength: 1, maxLength: 6 }).map(
      (parts) => ({
        text: parts.join(''),
      }),
    ),
    constant({ tag: '[x]' }),
  );
  const content = array(piece, { maxLength: 4 }).map((pieces) =>
    // The schema joins adjacent texts.
    pieces.filter((piece, i) => 'tag' in piece || i === 0 || 'tag' in (pieces[i - 1] ?? piece)),
  );
  check(
    property(
      array(content, { minLength: 1, maxLength: 4 }),
      constantFrom('a', 'ab', 'é', '😀', 'ab?', '(b)(a)'),
      constantFrom('', 'xyz', '$1-', 'a'),
      boolean(),
      (contents, sought, replacement, isPattern) => {
        const sample = testEditor(contents.map((pieces) => ({ speaker: 0, content: pieces })));
        const before = JSON.stringify(sample.state.doc.toJSON());
        const expected = contents.map((pieces) =>
          pieces
            .map((piece) => {
              if ('tag' in piece) return piece.tag;
              return isPattern
                ? piece.text.replaceAll(new RegExp(sought, 'gu'), replacement)
                : piece.text.replaceAll(sought, () => replacement);
            })
            .join(''),
        );
        sample.dispatch(replaceHits(sample.state, toHits(sample, sought, { isPattern }), replacement));
        assert.deepEqual(
          sample.lines(),
          expected.map((line) => `0: ${line}`),
        );
        sample.state.doc.check();
        sample.undo();
        assert.equal(JSON.stringify(sample.state.doc.toJSON()), before);
      },
    ),
    { numRuns: 300 },
  );
});
