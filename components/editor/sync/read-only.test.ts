import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import { readOnlyPlugin } from './read-only';

const schema = new Schema({ nodes: { doc: { content: 'text*' }, text: {} } });

test('a read-only text takes in what the server sends, and no other change', () => {
  let isEditable = false;
  const state = EditorState.create({
    doc: schema.node('doc', null, [schema.text('said')]),
    plugins: [readOnlyPlugin(() => isEditable)],
  });
  const getText = (tr = state.tr): string => state.apply(tr).doc.textContent;
  assert.equal(getText(state.tr.insertText('x', 0)), 'said');
  assert.equal(getText(state.tr.insertText('x', 0).setMeta(remoteMeta, true)), 'xsaid');
  assert.equal(state.applyTransaction(state.tr.setMeta('shown', true)).transactions.length, 1);
  isEditable = true;
  assert.equal(getText(state.tr.insertText('x', 0)), 'xsaid');
});
