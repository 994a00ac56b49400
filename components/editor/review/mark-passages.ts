import * as texts from '#messages/editor/review';
import { formatDuration } from '#lib/messages/format';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findPassageItems, type PassageItem } from '#lib/transcript/review/find-review-items';
import type { EditorServices } from '#components/editor/context.ts';
import { locateItems, type LocatedItem } from './locate-items';
import { describeItem, getReview, startAtPassage } from './review-commands';
import './passage-marks.css';

/** So many milliseconds after the text was changed, passages are looked for again. */
const restMs = 300;

const key = new PluginKey<DecorationSet>('passage-marks');

/**
 * Marks speech that was not understood, and words that may be of another language, in the text until they are settled. The marks
 * are decorations: nothing of them is in the document. While someone types they move with the text, and only then are they looked for
 * again. Transcripts without such passages cost nothing. Returns an unsubscribe function.
 */
export function markPassages(services: EditorServices): () => void {
  const { access, editor, words } = services;
  const items = access.speech === undefined ? [] : findPassageItems(words, access.speech);
  if (items.length === 0) return () => {};
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
  const paint = (): void => {
    if (editor.isDestroyed) return;
    // The mark of a passage would come and go between the letters of a composition.
    if (editor.view.composing) return paintSoon();
    const { doc, tr } = editor.state;
    const located = locateItems(doc, words, items, review.accepted());
    const next = located
      .map(({ item, from, to }) => `${items.indexOf(item as PassageItem)}:${from}-${to}`)
      .join();
    if (next === shown) return;
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
  editor.on('transaction', follow);
  const unsubscribe = review.state.subscribe(paintSoon);
  paintSoon();
  void review.refresh();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    editor.off('transaction', follow);
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

function toDecorations(services: EditorServices, located: LocatedItem): Decoration[] {
  const { item, from, to } = located;
  const { kind, passage } = item;
  const isOfWords = kind === 'language';
  const name = `${kind}-${passage?.startMs}-${passage?.endMs}`;
  // Before the words that it is about, and behind the word that comes before speech without words.
  const side = isOfWords ? -1 : 1;
  const mark = Decoration.widget(from, () => makeMark(services, located), {
    ...{ key: name, side, ignoreSelection: true },
    stopEvent: () => true,
  });
  if (!isOfWords) return [mark];
  return [mark, Decoration.inline(from, to, { class: 'passage-words', title: texts.kindHelp.language() })];
}

/** What says that a passage is doubtful, and why; a click begins the review there. By keyboard, the review goes through all of them. */
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
  // The caret stays where it is, and the focus with it, until the review takes them there.
  mark.addEventListener('mousedown', (event) => event.preventDefault());
  mark.addEventListener('click', () => void startAtPassage(services, item.passage));
  return mark;
}
