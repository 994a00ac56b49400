import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undo } from '@tiptap/pm/history';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { createSampleDocument, findFaults, getMonologueStart } from '#e2e/support/editor/sample-document';
import { printedTag } from '#components/editor/tags/tag-names.ts';
import { expandBefore } from './expand-snippets';

const snippets = {
  ';int': '[inaudible]',
  btw: 'by the way',
  ';l': 'so [laughter] yes',
  ';t': 'at {time} [noise {time}]',
};
const writer = { getSnippets: () => snippets, writeTag: printedTag, writeTime: () => '[0:12]' };

function typed(text: string) {
  const document = createSampleDocument(1, 2);
  const end = getMonologueStart(document.state, 0) + 'w0 w1'.length;
  singleUndoStep(document, document.state.tr.insertText(text, end));
  document.select(0, 'w0 w1'.length + text.length);
  return { document, at: end + text.length - 1 };
}

test('an abbreviation becomes its text or its tag, the caret stays, and one undo brings it back', () => {
  for (const [text, expanded] of [
    [' btw ', 'w0 w1 by the way '],
    [' ;int.', 'w0 w1 [inaudible].'],
    [' ;l ', 'w0 w1 so [laughter] yes '],
    [' ;t ', 'w0 w1 at [0:12] [noise 0:12] '],
  ] as const) {
    const { document, at } = typed(text);
    const change = expandBefore(document.state, at, writer);
    assert.ok(change);
    singleUndoStep(document, change);
    const [node] = document.state.doc.children;
    const shown = node?.textBetween(0, node.content.size, undefined, (leaf) => String(leaf.attrs['tag']));
    assert.equal(shown, expanded);
    assert.equal(
      document.state.selection.head,
      getMonologueStart(document.state, 0) + (node?.content.size ?? 0),
    );
    assert.deepEqual(findFaults(document), []);
    undo(document.state, (tr) => document.dispatch(tr));
    assert.equal(document.state.doc.textContent, `w0 w1${text}`);
  }
});

test('what is no abbreviation stays', () => {
  const { document, at } = typed(' btws ');
  assert.equal(expandBefore(document.state, at, writer), undefined);
});
