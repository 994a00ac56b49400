import type { Editor, EditorEvents } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { spokenAt, type PlacedWord } from '#components/editor/document/timing.ts';
import { wordPainter } from './paint-word';
import type { Player } from '#components/editor/player/player.ts';

/** Debounces updates of the playing word after edits, in milliseconds. */
const debounceMs = 250;

/** While keystrokes are at most this many milliseconds apart, the word updates in the frame of the next keystroke. */
const typingMs = 120;

/** The limits of the polling interval, in milliseconds: a stalled recording doesn't reach the next word in time. */
const [minMs, maxMs] = [16, 500];

/**
 * Highlights the word being spoken. A timer waits for the next word, so no frames are drawn between words: a keystroke
 * right after a frame waits for the next one, so needless frames slow down typing. Calls `onWord` for each word.
 * Returns an unsubscribe function.
 */
export function showPlayingWord(
  { editor, words, player }: { editor: Editor; words: readonly MachineWord[]; player: Player },
  onWord: (word: PlacedWord | undefined, reason: 'sound' | 'text') => void,
): () => void {
  const painter = wordPainter(editor);
  let shownDoc: Node | undefined;
  let fromMs = 0;
  let untilMs = 0;
  let typedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  let next: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const look = (): void => {
    const waitMs = typedAt + typingMs - performance.now();
    isDue = player.isPlaying() && waitMs > 0;
    if (isDue) lookIn(waitMs);
    else lookNow();
  };
  const lookNow = (): void => {
    isDue = false;
    if (editor.isDestroyed) return;
    const ms = player.currentMs();
    const { doc } = editor.state;
    if (doc !== shownDoc || ms < fromMs || ms >= untilMs) show(doc, ms);
    if (!player.isPlaying()) return;
    lookIn(Math.max(minMs, Math.min((untilMs - ms) / player.rate(), maxMs)));
  };
  const lookIn = (ms: number): void => {
    clearTimeout(next);
    next = setTimeout(look, ms);
  };
  const show = (doc: Node, ms: number): void => {
    const spoken = spokenAt(doc, ms, words);
    const reason = shownDoc === undefined || doc === shownDoc ? 'sound' : 'text';
    shownDoc = doc;
    // Nothing changes until the next word, except by seeking back, which looks again.
    fromMs = ms;
    ({ untilMs } = spoken);
    painter.paint(spoken.word);
    onWord(spoken.word, reason);
  };
  const changed = ({ transaction }: EditorEvents['transaction']): void => {
    if (!transaction.docChanged) return;
    if (isDue) lookNow();
    typedAt = performance.now();
    // The painted range moves with the text, so between keystrokes only redrawn text needs an update.
    clearTimeout(rest);
    rest = setTimeout(look, debounceMs);
  };

  const unsubscribe = player.subscribe(() => lookIn(0));
  editor.on('transaction', changed);
  lookIn(0);
  return () => {
    unsubscribe();
    editor.off('transaction', changed);
    clearTimeout(rest);
    clearTimeout(next);
    painter.end();
  };
}
