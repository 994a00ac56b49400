import type { EditorEvents } from '@tiptap/core';
import { useEffect } from 'react';
import { keyTexts as texts } from '#components/texts/keys';
import type { Room } from '../edit-room';
import { startOf } from '../document/timing';
import { attributesOf, speakersOf } from '../document/to-document';

/** After so many milliseconds without a move the place is told: somebody who holds a key hears of the last one only. */
const restMs = 400;

/** The mark of a transaction that leads the caret to a place which is told by whoever leads there. */
export const toldMark = 'told';

/** Tells which monologue the caret has come to by keyboard; not while typing, nor after a click. */
export function usePlaceAnnouncements(room: Room | undefined): void {
  const editor = room?.editor;
  const words = room?.words;
  const announce = room?.announce;
  useEffect(() => {
    if (editor === undefined || words === undefined || announce === undefined) return;
    let isByKeyboard = false;
    let told: unknown;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const byKeyboard = (): void => void (isByKeyboard = true);
    const byPointer = (): void => void (isByKeyboard = false);

    const tell = (): void => {
      const { doc, selection } = editor.state;
      const node = selection.$head.depth === 0 ? undefined : selection.$head.node(1);
      if (node === undefined) return;
      const { id, speaker } = attributesOf(node);
      if (id === told) return;
      told = id;
      const name = speakersOf(doc).find((one) => one.id === speaker)?.name ?? '';
      const number = selection.$head.index(0) + 1;
      announce(texts.place(number, doc.childCount, name, startOf(node, words)));
    };
    const moved = ({ transaction }: EditorEvents['selectionUpdate']): void => {
      clearTimeout(timer);
      const { $head } = transaction.selection;
      if (transaction.docChanged || !isByKeyboard || transaction.getMeta(toldMark) === true) {
        // Wherever typing, a click or a command that tells it has led, its monologue needs no telling.
        told = $head.depth === 0 ? undefined : attributesOf($head.node(1)).id;
        return;
      }
      timer = setTimeout(tell, restMs);
    };
    window.addEventListener('keydown', byKeyboard, true);
    window.addEventListener('pointerdown', byPointer, true);
    editor.on('selectionUpdate', moved);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', byKeyboard, true);
      window.removeEventListener('pointerdown', byPointer, true);
      editor.off('selectionUpdate', moved);
    };
  }, [editor, words, announce]);
}
