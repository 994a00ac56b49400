import type { Editor, EditorEvents } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcripts/model';
import { spokenAt, type PlacedWord } from '../document/timing';
import { wordPainter } from './paint-word';
import type { Player } from './player';

/** While nothing plays, so many milliseconds after the last change the word is looked for again. */
const restMs = 250;

/**
 * Shows the word that is being said: while it plays, each frame asks whether another word has begun, and only then
 * something is painted. `onWord` is told of each one. Returns what ends that.
 */
export function showPlayingWord(
  { editor, words, player }: { editor: Editor; words: readonly MachineWord[]; player: Player },
  onWord: (word: PlacedWord | undefined, why: 'sound' | 'text') => void,
): () => void {
  const painter = wordPainter(editor);
  let shownDoc: Node | undefined;
  let shown: PlacedWord | undefined;
  let fromMs = 0;
  let untilMs = 0;
  let frame = 0;

  const look = (): void => {
    frame = 0;
    if (editor.isDestroyed) return;
    const ms = player.currentMs();
    const { doc } = editor.state;
    if (doc !== shownDoc || ms < fromMs || ms >= untilMs) show(doc, ms);
    if (player.isPlaying()) later();
  };
  const later = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  const show = (doc: Node, ms: number): void => {
    const said = spokenAt(doc, ms, words);
    const why = shownDoc === undefined || doc === shownDoc ? 'sound' : 'text';
    shownDoc = doc;
    shown = said.word;
    // Until the next word begins nothing can change; going back always asks again.
    fromMs = ms;
    ({ untilMs } = said);
    painter.paint(shown);
    onWord(shown, why);
  };

  let rest: ReturnType<typeof setTimeout> | undefined;
  const changed = ({ transaction }: EditorEvents['transaction']): void => {
    if (!transaction.docChanged) return;
    clearTimeout(rest);
    // The range moves with the text around it: between two keys there is nothing to do but for what was drawn anew.
    if (player.isPlaying()) later();
    else rest = setTimeout(later, restMs);
  };

  const unsubscribe = player.subscribe(later);
  editor.on('transaction', changed);
  later();
  return () => {
    unsubscribe();
    editor.off('transaction', changed);
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    painter.end();
  };
}
