import { Node } from '@tiptap/core';
import { Text } from '@tiptap/extension-text';
import type { MachineWord } from '#lib/transcripts/model';
import { monologueView } from './monologue-view';

/*
 * The editor's document: monologues of plain text and tags, with no element a word. A monologue carries the range of
 * machine words it came from; times are derived by `timing.ts` and stand nowhere in the document or in the page.
 */

const Document = Node.create({
  name: 'doc',
  topNode: true,
  content: 'monologue+',
  addAttributes: () => ({ speakers: { default: [], rendered: false } }),
});

const Monologue = Node.create<{ words: readonly MachineWord[] }>({
  name: 'monologue',
  content: '(text|tag)*',
  marks: '',
  defining: true,
  addOptions: () => ({ words: [] }),
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
    return ({ node, editor }) => monologueView(node, editor, this.options.words);
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
  renderHTML: ({ node }) => [
    'span',
    { 'data-tag': '', ...(node.attrs['note'] ? { title: String(node.attrs['note']) } : {}) },
    String(node.attrs['tag']),
  ],
  renderText: ({ node }) => String(node.attrs['tag']),
});

/** What the document is made of; `words` are the job's machine words. */
export const documentSchema = (words: readonly MachineWord[]) => [
  Document,
  Text,
  Monologue.configure({ words }),
  Tag,
];
