import * as texts from '#messages/editor/document';
import { Node, type Editor } from '@tiptap/core';
import { Text } from '@tiptap/extension-text';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';

/* The editor's document: monologues of text and tags, each with its range of machine words, the source of all times. */

const Document = Node.create({
  name: 'doc',
  topNode: true,
  content: 'monologue+',
  addAttributes: () => ({ speakers: { default: [], rendered: false } }),
});

/** Draws one monologue. */
export type ShowMonologue = (node: DocumentNode, editor: Editor) => NodeView;

const Monologue = Node.create<{ show: ShowMonologue | undefined }>({
  name: 'monologue',
  content: '(text|tag)*',
  marks: '',
  defining: true,
  selectable: false,
  addOptions: () => ({ show: undefined }),
  addAttributes: () => ({
    id: { default: '', rendered: false },
    place: { default: '', rendered: false },
    speaker: { default: 0, rendered: false },
    from: { default: 0, rendered: false },
    to: { default: 0, rendered: false },
    startMs: { default: null, rendered: false },
  }),
  parseHTML: () => [{ tag: 'section[data-monologue]', contentElement: 'p' }],
  renderHTML: () => ['section', { 'data-monologue': '' }, ['p', 0]],
  addNodeView() {
    const { show } = this.options;
    return show === undefined ? null : ({ node, editor }) => show(node, editor);
  },
});

const Tag = Node.create({
  name: 'tag',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    tag: { default: '', rendered: false },
    note: { default: null, rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-tag]' }],
  renderHTML: ({ node }) => {
    const { tag, note } = node.attrs as { tag: string; note: string | null };
    const label =
      note === null ? texts.tag({ tag }) : `${texts.tag({ tag })}. ${texts.tagNote({ words: note })}`;
    const title = note === null ? {} : { title: texts.tagNote({ words: note }) };
    return ['span', { 'data-tag': '', role: 'img', 'aria-label': label, ...title }, tag];
  },
  renderText: ({ node }) => String(node.attrs['tag']),
});

/** The document's extensions. Without `show`, they need no page, as in tests. */
export const documentSchema = (show?: ShowMonologue) => [Document, Text, Monologue.configure({ show }), Tag];
