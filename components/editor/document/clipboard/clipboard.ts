import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin, Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toContent } from '#lib/transcript/edit';
import { cleanText, splitParagraphs, splitText } from '#lib/transcript/text/clean-text';
import { createClip, clipType, clipToHtml, createNameLookup, readClip, clipToText, type Clip } from './clip';
import { insertClip, type PasteTarget } from './insert-clip';
import { removeSelection } from '#components/editor/document/whitespace.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';

/*
 * Copy, cut, paste and drop. External content is pasted as plain paragraphs; HTML without a plain text version is
 * parsed in an inert document. Copied monologues also go to the clipboard with speakers and machine words, so moved
 * text keeps its times.
 */

/** The HTML elements that end a paragraph, besides line breaks. */
const blocks = 'p, div, li, h1, h2, h3, h4, h5, h6, tr, blockquote, pre, section, article';

// A monologue of more than 200,000 characters is not saved.
const maxTextLength = 120_000;

/** The transcript's clipboard. */
export const clipboard = (target: PasteTarget) =>
  Extension.create({
    name: 'transcriptClipboard',
    priority: 1000,
    addProseMirrorPlugins: () => [clipboardPlugin(target)],
  });

function clipboardPlugin(target: PasteTarget): Plugin {
  const { words, jobId } = target;
  return new Plugin({
    props: {
      handleDOMEvents: {
        copy: (view, event) => writeClip(view, event, target),
        cut(view, event) {
          if (!view.editable || !writeClip(view, event, target)) return false;
          singleUndoStep(view, removeSelection(view.state.tr).scrollIntoView());
          return true;
        },
        paste(view, event) {
          if (!view.editable || event.clipboardData === null) return false;
          event.preventDefault();
          const change = pasted(view.state, view.state.tr, event.clipboardData, target);
          if (change.docChanged) singleUndoStep(view, change);
          return true;
        },
        // Tags are moved by cut and paste: a dragged tag would replace the monologue.
        dragstart(view, event) {
          if (!(view.state.selection instanceof NodeSelection)) return false;
          event.preventDefault();
          return true;
        },
      },
      handleTextInput(view, from, to, text) {
        const clean = cleanText(text);
        if (clean === text) return false;
        view.dispatch(view.state.tr.insertText(clean, from, to).scrollIntoView());
        return true;
      },
      clipboardTextSerializer: (_, { state }) =>
        clipToText(createClip(state, words, jobId), createNameLookup(state)),
      handleDrop(view, event, _, moved) {
        if (event.dataTransfer === null) return false;
        event.preventDefault();
        const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (found === null) return true;
        const change = dropped(view.state, event.dataTransfer, found.pos, moved ? 'moved' : 'copied', target);
        if (change?.docChanged === true) singleUndoStep(view, change);
        view.focus();
        return true;
      },
    },
  });
}

function writeClip({ state }: EditorView, event: ClipboardEvent, { words, jobId }: PasteTarget): boolean {
  const { clipboardData } = event;
  if (clipboardData === null || state.selection.empty) return false;
  event.preventDefault();
  const clip = createClip(state, words, jobId);
  const getName = createNameLookup(state);
  clipboardData.setData('text/plain', clipToText(clip, getName));
  clipboardData.setData('text/html', clipToHtml(clip, getName));
  clipboardData.setData(clipType, JSON.stringify(clip));
  return true;
}

function pasted(state: EditorState, tr: Transaction, data: DataTransfer, target: PasteTarget): Transaction {
  const clip = readClip(data);
  if (clip !== undefined) return insertClip(state, tr, clip, target);
  const plain = data.getData('text/plain') || readHtml(data.getData('text/html'));
  const text = cleanText(plain);
  if (text === '') return tr;
  const paragraphs = splitParagraphs(plain);
  if (paragraphs.length < 2 && text.length <= maxTextLength) {
    return removeSelection(tr).insertText(text).scrollIntoView();
  }
  const pieces = paragraphs.flatMap((paragraph) => splitText(paragraph, maxTextLength));
  const monologues = pieces.map((piece) => ({
    ...{ id: '', place: '', speaker: 0, from: 0, to: 0 },
    content: toContent(piece),
  }));
  return insertClip(state, tr, { jobId: '', monologues }, target);
}

function dropped(
  state: EditorState,
  data: DataTransfer,
  position: number,
  mode: 'moved' | 'copied',
  target: PasteTarget,
): Transaction | undefined {
  const { selection, tr } = state;
  if (mode === 'copied') {
    return pasted(state, tr.setSelection(Selection.near(tr.doc.resolve(position))), data, target);
  }
  // A selection dropped on itself stays where it is.
  if (position >= selection.from && position <= selection.to) return undefined;
  const clip: Clip = createClip(state, target.words, target.jobId);
  removeSelection(tr);
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(position))));
  return insertClip(state, tr, clip, target);
}

function readHtml(html: string): string {
  if (html === '') return '';
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, noscript')) hidden.remove();
  // Line breaks in the HTML source are whitespace.
  const texts = document.createNodeIterator(body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? '').replaceAll(/[\t\n\r ]+/g, ' ');
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const block of body.querySelectorAll(blocks)) {
    block.prepend('\n\n');
    block.append('\n\n');
  }
  return body.textContent;
}
