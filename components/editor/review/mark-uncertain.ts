import type { Transaction } from '@tiptap/pm/state';
import type { EditorServices } from '#components/editor/context.ts';
import { defaultShare, findLowConfidence } from '#lib/transcript/review/low-confidence';
import { createHighlighter } from './highlight-items';
import { locateItems, type LocatedItem } from './locate-items';
import { getReview } from './review-commands';
import { trackItems } from './track-items';
import './uncertain-words.css';

/** The debounce delay after edits, in milliseconds. */
const restMs = 300;

/** Marks the words with the lowest confidence until they are changed or accepted. Returns an unsubscribe function. */
export function markUncertain(services: EditorServices): () => void {
  const { editor, words } = services;
  const review = getReview(services);
  const getItems = trackItems(words, (current) =>
    findLowConfidence(current, defaultShare).filter(({ kind }) => kind !== 'silence'),
  );
  const locate = (): LocatedItem[] => {
    const { doc } = editor.state;
    return locateItems(doc, words, getItems(doc), review.accepted());
  };
  let remaining = locate();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const highlighter = createHighlighter(editor, () => ({ remaining, now: undefined }), 'uncertain-words');
  const locateSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      remaining = locate();
      highlighter.paintSoon();
    }, restMs);
  };
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    if (!transaction.docChanged) return;
    const { mapping } = transaction;
    remaining = remaining.map((item) => ({
      ...item,
      from: mapping.map(item.from, 1),
      to: mapping.map(item.to, -1),
    }));
    locateSoon();
  };
  editor.on('transaction', follow);
  const unsubscribe = review.state.subscribe(locateSoon);
  void review.refresh();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    editor.off('transaction', follow);
    highlighter.end();
  };
}
