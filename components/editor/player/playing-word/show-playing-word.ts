import type { Editor, EditorEvents } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { spokenAt, type PlacedWord } from '#components/editor/document/timing.ts';
import { wordPainter } from './paint-word';
import type { Player } from '#components/editor/player/player.ts';

/** The delay after a change of the text before the playing word is updated, in milliseconds. */
const debounceMs = 250;

/** While letters come at most so many milliseconds apart, the word moves on with the next letter's frame. */
const typingMs = 120;

/** A recording that waits for its data does not reach the next word in time: it is asked again this often at most. */
const [minMs, maxMs] = [16, 500];

/**
 * Shows the word that is being said. While it plays, a timer waits for the next word, so that between two words the
 * page draws nothing: a letter that is typed right after a frame waits for the screen's next tick, so each frame that
 * nobody needs makes typing slower. `onWord` is told of each one. Returns an unsubscribe function.
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
    // Until the next word begins nothing can change; going back always asks again.
    fromMs = ms;
    ({ untilMs } = spoken);
    painter.paint(spoken.word);
    onWord(spoken.word, reason);
  };
  const changed = ({ transaction }: EditorEvents['transaction']): void => {
    if (!transaction.docChanged) return;
    if (isDue) lookNow();
    typedAt = performance.now();
    // The range moves with the text around it: between two keys there is nothing to do but for what was redrawn.
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
