import { createWordParser, findComments, readAttribute, readPart, wordNamespaces } from './read-part';
import type { ImportedComment } from '#lib/imports/imported-paragraph';
import { cleanText } from '#lib/transcript/text/clean-text';

/** More than a person reads through. Further comments and longer text are left out. */
const maxComments = 1000;
const maxLength = 2000;
const maxAuthor = 100;
const maxAnchor = 100;
/** Caps nested comment ranges. */
const maxOpen = 50;

/** Parses a document's comments by ID, without their anchors. Replies are comments of their own. */
export function readComments(docx: Uint8Array, main: string): Map<string, ImportedComment> {
  const comments = new Map<string, ImportedComment>();
  const path = findComments(docx, main);
  if (path === undefined) return comments;
  const parser = createWordParser();
  let open: ImportedComment | undefined;
  let isText = false;
  parser.on('opentag', (tag) => {
    const { local, uri } = tag;
    if (!wordNamespaces.has(uri)) return;
    isText = local === 't';
    if (local === 'comment' && comments.size < maxComments) {
      const date = readAttribute(tag, 'date');
      open = { author: shorten(readAttribute(tag, 'author'), maxAuthor), text: '' };
      if (!Number.isNaN(Date.parse(date))) open.date = new Date(date).toISOString();
      comments.set(readAttribute(tag, 'id'), open);
    } else if (open !== undefined && open.text !== '' && (local === 'p' || local === 'br')) open.text += ' ';
  });
  parser.on('text', (characters) => {
    if (open !== undefined && isText && open.text.length <= maxLength)
      open.text += characters.slice(0, maxLength + 1);
  });
  parser.on('closetag', ({ local }) => {
    isText = false;
    if (local !== 'comment' || open === undefined) return;
    open.text = shorten(open.text, maxLength);
    open = undefined;
  });
  readPart(docx, path, parser);
  return comments;
}

/** Collects the commented words while a document is read. */
export interface CommentAnchors {
  /** Begins a comment in this block, or sets its position there. */
  begin(id: string, block: number): void;
  end(id: string): void;
  add(text: string): void;
  /** Returns the comments of each block. Those without a position go to the last one, without an anchor. */
  assign(blocks: number): Map<number, ImportedComment[]>;
}

export function createAnchors(comments: ReadonlyMap<string, ImportedComment>): CommentAnchors {
  const anchored = new Map<string, { block: number; anchor: string }>();
  const open = new Set<string>();
  return {
    begin(id, block) {
      if (!comments.has(id) || anchored.has(id)) return;
      anchored.set(id, { block, anchor: '' });
      if (open.size < maxOpen) open.add(id);
    },
    end: (id) => void open.delete(id),
    add(text) {
      for (const id of open) {
        const found = anchored.get(id);
        if (found === undefined || found.anchor.length > maxAnchor) open.delete(id);
        else found.anchor += text.slice(0, maxAnchor + 1);
      }
    },
    assign(blocks) {
      const assigned = new Map<number, ImportedComment[]>();
      for (const [id, comment] of comments) {
        const { block = blocks, anchor = '' } = anchored.get(id) ?? {};
        const at = Math.min(block, blocks - 1);
        const placed = block < blocks ? { ...comment, anchor: shorten(anchor, maxAnchor) } : comment;
        assigned.set(at, [...(assigned.get(at) ?? []), placed]);
      }
      return assigned;
    },
  };
}

function shorten(text: string, max: number): string {
  const clean = cleanText(text).trim();
  if (clean.length <= max) return clean;
  return `${clean.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;
}
