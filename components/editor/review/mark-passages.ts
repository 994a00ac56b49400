import * as texts from '#messages/editor/review';
import { formatDuration } from '#lib/messages/format';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findPassageItems } from '#lib/transcript/review/find-review-items';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import type { Editor } from '@tiptap/core';
import { readCaret } from '#components/editor/document/caret/read-caret.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { locateItems, type LocatedItem } from './locate-items';
import { describeItem, getReview, startAtPassage } from './review-commands';
import { trackItems } from './track-items';
import './passage-marks.css';

/** The debounce delay after edits, in milliseconds. */
const restMs = 300;

const key = new PluginKey<DecorationSet>('passage-marks');

/**
 * Marks unrecognized speech, and words that may be in another language, until they are settled. The marks are
 * decorations, not part of the document. Those in the caret's paragraph stay until the caret leaves it, so that no line
 * moves while typing. Free for transcripts without such passages. Returns an unsubscribe function.
 */
export function markPassages(services: EditorServices): () => void {
  const { access, editor, words } = services;
  const { speech } = access;
  if (speech === undefined || speech.notUnderstood.length + speech.languageDoubtful.length === 0)
    return () => {};
  const getItems = trackItems(words, (current) => findPassageItems(current, speech));
  const review = getReview(services);
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const found = transaction.getMeta(key) as DecorationSet | undefined;
          return found ?? before.map(transaction.mapping, transaction.doc);
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: string | undefined = '';
  /** True while a settled mark stays because the caret is beside it. */
  let isWaiting = false;
  const paint = (): void => {
    if (editor.isDestroyed) return;
    // Otherwise a passage's mark would flicker between the letters of a composition.
    if (editor.view.composing) return paintSoon();
    readCaret(editor.view);
    const { doc, tr } = editor.state;
    const located = locateItems(doc, words, getItems(doc), review.accepted());
    const next = located.map(({ item, from, to }) => `${nameMark(item)}:${from}-${to}`).join();
    if (next === shown) return;
    const names = new Set(located.map(({ item }) => nameMark(item)));
    isWaiting = findMarksAtCaret(editor).some((name) => !names.has(name));
    if (isWaiting) return;
    shown = next;
    const marks = located.flatMap((item) => toDecorations(services, item));
    editor.view.dispatch(tr.setMeta(key, DecorationSet.create(doc, marks)).setMeta('addToHistory', false));
  };
  const paintSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(paint, restMs);
  };
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    if (!transaction.docChanged) return;
    shown = undefined;
    paintSoon();
  };
  const leave = (): void => {
    if (isWaiting) paintSoon();
  };
  editor.on('transaction', follow);
  editor.on('selectionUpdate', leave);
  editor.on('blur', leave);
  const unsubscribe = review.state.subscribe(paintSoon);
  // Paints at once, before the text is read, to avoid a layout shift.
  paint();
  void review.refresh();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    editor.off('transaction', follow);
    editor.off('selectionUpdate', leave);
    editor.off('blur', leave);
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** A passage's key, stable while the text around it changes. */
const nameMark = ({ kind, passage }: ReviewItem): string => `${kind}-${passage?.startMs}-${passage?.endMs}`;

/** The keys of the marks in the caret's paragraph; none unless the text is focused. */
function findMarksAtCaret({ state, isFocused }: Editor): string[] {
  if (!isFocused) return [];
  const { $head } = state.selection;
  const marks = key.getState(state)?.find($head.start(), $head.end()) ?? [];
  return marks.map(({ spec }) => (spec as { name: string }).name);
}

function toDecorations(services: EditorServices, located: LocatedItem): Decoration[] {
  const { item, from, to } = located;
  const isOfWords = item.kind === 'language';
  const name = nameMark(item);
  // Before the doubtful words, or after the word that precedes unrecognized speech.
  const side = isOfWords ? -1 : 1;
  const mark = Decoration.widget(from, () => makeMark(services, located), {
    ...{ key: name, name, side, ignoreSelection: true },
    stopEvent: () => true,
  });
  if (!isOfWords) return [mark];
  return [mark, Decoration.inline(from, to, { class: 'passage-words' }, { name })];
}

/** The button that names the doubt and starts the review there, for pointers. The review itself visits all passages. */
function makeMark(services: EditorServices, located: LocatedItem): HTMLButtonElement {
  const { item, startMs, endMs } = located;
  const mark = document.createElement('button');
  mark.type = 'button';
  mark.tabIndex = -1;
  mark.contentEditable = 'false';
  mark.className = 'passage-mark';
  mark.dataset['kind'] = item.kind;
  mark.textContent =
    item.kind === 'language'
      ? texts.marks.language()
      : texts.marks.speech({ length: formatDuration(Math.max(1000, endMs - startMs) / 1000) });
  mark.title = texts.kindHelp[item.kind]();
  mark.setAttribute('aria-label', describeItem(services, located));
  mark.setAttribute('aria-description', mark.title);
  // Keeps caret and focus until the review moves them.
  mark.addEventListener('mousedown', (event) => event.preventDefault());
  mark.addEventListener('click', () => void startAtPassage(services, item.passage));
  return mark;
}
