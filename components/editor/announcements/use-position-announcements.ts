import * as texts from '#messages/editor/commands';
import { formatSpokenDuration } from '#lib/messages/format';
import type { EditorEvents } from '@tiptap/core';
import { useEffect } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { getStartMs } from '#components/editor/document/timing.ts';
import { getAttributes, getSpeakers } from '#components/editor/document/to-document.ts';

/** Debounces announcements, in milliseconds: holding a key announces only the last position. */
const debounceMs = 400;

/** Marks a transaction whose sender announces the caret's position itself. */
export const announcedMeta = 'told';

/** Announces the monologue that the caret reaches by keyboard; not while typing or after a click. */
export function usePositionAnnouncements(): void {
  const { editor, words, announce } = useEditorServices();
  useEffect(() => {
    let isByKeyboard = false;
    let announced: unknown;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const byKeyboard = (): void => void (isByKeyboard = true);
    const byPointer = (): void => void (isByKeyboard = false);

    const announcePosition = (): void => {
      const { doc, selection } = editor.state;
      const node = selection.$head.depth === 0 ? undefined : selection.$head.node(1);
      if (node === undefined) return;
      const { id, speaker } = getAttributes(node);
      if (id === announced) return;
      announced = id;
      const name = getSpeakers(doc).find((known) => known.id === speaker)?.name ?? '';
      const number = selection.$head.index(0) + 1;
      announce(
        texts.paragraphPosition({
          number,
          count: doc.childCount,
          speaker: name,
          time: formatSpokenDuration(getStartMs(node, words)),
        }),
      );
    };
    const moved = ({ transaction }: EditorEvents['selectionUpdate']): void => {
      clearTimeout(timer);
      const { $head } = transaction.selection;
      if (transaction.docChanged || !isByKeyboard || transaction.getMeta(announcedMeta) === true) {
        // After typing, a click, or a command that announces its own result, the monologue isn't announced.
        announced = $head.depth === 0 ? undefined : getAttributes($head.node(1)).id;
        return;
      }
      timer = setTimeout(announcePosition, debounceMs);
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
