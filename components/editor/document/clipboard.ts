import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin, Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { contentOf } from '#lib/transcripts/edit';
import { cleanText, inPieces } from './clean-text';
import { clipOf, clipType, htmlOfClip, namesIn, readClip, textOfClip, type Clip } from './clip';
import { insertClip, type Target } from './insert-clip';
import { takeOut } from './joints';
import { inOneStep } from './one-step';

/*
 * Copy, cut, paste and drop. From elsewhere only plain text comes in, so that no page's HTML is ever read. What was
 * copied here lies on the clipboard a second time, with speakers and machine words, so that what is moved keeps its times.
 */

// A monologue of more than 200,000 characters is not saved.
const longestText = 120_000;

/** The transcript's clipboard. */
export const clipboard = (target: Target) =>
  Extension.create({
    name: 'transcriptClipboard',
    priority: 1000,
    addProseMirrorPlugins: () => [clipboardPlugin(target)],
  });

function clipboardPlugin(target: Target): Plugin {
  const { words, jobId } = target;
  return new Plugin({
    props: {
      handleDOMEvents: {
        copy: (view, event) => put(view, event, target),
        cut(view, event) {
          if (!view.editable || !put(view, event, target)) return false;
          inOneStep(view, takeOut(view.state.tr).scrollIntoView());
          return true;
        },
        paste(view, event) {
          if (!view.editable || event.clipboardData === null) return false;
          event.preventDefault();
          const change = pasted(view.state, view.state.tr, event.clipboardData, target);
          if (change.docChanged) inOneStep(view, change);
          return true;
        },
        // A tag is moved as text is, by cutting it out: dragged by itself it would take the monologue's place.
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
      clipboardTextSerializer: (_, { state }) => textOfClip(clipOf(state, words, jobId), namesIn(state)),
      handleDrop(view, event, _, moved) {
        if (event.dataTransfer === null) return false;
        event.preventDefault();
        const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (found === null) return true;
        const change = dropped(view.state, event.dataTransfer, found.pos, moved ? 'moved' : 'copied', target);
        if (change?.docChanged === true) inOneStep(view, change);
        view.focus();
        return true;
      },
    },
  });
}

function put({ state }: EditorView, event: ClipboardEvent, { words, jobId }: Target): boolean {
  const { clipboardData } = event;
  if (clipboardData === null || state.selection.empty) return false;
  event.preventDefault();
  const clip = clipOf(state, words, jobId);
  const nameOf = namesIn(state);
  clipboardData.setData('text/plain', textOfClip(clip, nameOf));
  clipboardData.setData('text/html', htmlOfClip(clip, nameOf));
  clipboardData.setData(clipType, JSON.stringify(clip));
  return true;
}

function pasted(state: EditorState, tr: Transaction, data: DataTransfer, target: Target): Transaction {
  const clip = readClip(data.getData(clipType));
  if (clip !== undefined) return insertClip(state, tr, clip, target);
  const text = cleanText(data.getData('text/plain'));
  if (text === '') return tr;
  if (text.length <= longestText) return takeOut(tr).insertText(text).scrollIntoView();
  const monologues = inPieces(text, longestText).map((piece) => ({
    ...{ id: '', place: '', speaker: 0, from: 0, to: 0 },
    content: contentOf(piece),
  }));
  return insertClip(state, tr, { jobId: '', monologues }, target);
}

function dropped(
  state: EditorState,
  data: DataTransfer,
  position: number,
  way: 'moved' | 'copied',
  target: Target,
): Transaction | undefined {
  const { selection, tr } = state;
  if (way === 'copied') {
    return pasted(state, tr.setSelection(Selection.near(tr.doc.resolve(position))), data, target);
  }
  // Dropped on itself it stays where it is.
  if (position >= selection.from && position <= selection.to) return undefined;
  const clip: Clip = clipOf(state, target.words, target.jobId);
  takeOut(tr);
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(position))));
  return insertClip(state, tr, clip, target);
}
