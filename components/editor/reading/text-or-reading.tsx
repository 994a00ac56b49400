'use client';

import { EditorContent } from '@tiptap/react';
import { useLayoutEffect } from 'react';
import { useEditorServices, useView, type EditorServices } from '#components/editor/context.ts';
import { scrollToPosition } from '#components/editor/reading/view.ts';
import { ReadingView } from './reading-view';

/* Drawing gives monologues their real height and moves others: the position is reset until stable for some frames. */
const quietFrames = 3;
const maxFrames = 20;

/** The transcript, to edit or to read. Switching keeps the monologue at the top in place. */
export function TextOrReading() {
  const services = useEditorServices();
  const { isReading } = useView();
  useKeptPosition(services);
  return (
    <>
      <div hidden={isReading} data-editing>
        <EditorContent editor={services.editor} />
      </div>
      {isReading && <ReadingView />}
    </>
  );
}

function useKeptPosition(services: EditorServices): void {
  const { position } = useView();
  useLayoutEffect(() => {
    if (position === undefined) return;
    const found = scrollToPosition(position);
    if (found !== undefined && isFocusLost()) focusOn(found.element, services);
    let frame = 0;
    const settle = (frames: number, quiet: number): void => {
      const away = Math.abs(scrollToPosition(position)?.away ?? 0);
      const held = away < 1 ? quiet + 1 : 0;
      if (held < quietFrames && frames < maxFrames)
        frame = requestAnimationFrame(() => settle(frames + 1, held));
    };
    frame = requestAnimationFrame(() => settle(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [services, position]);
}

/** True if the focused element was removed with the other view. */
function isFocusLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || !active.checkVisibility();
}

/** Moves the caret along in the text, so that typing continues at the reader's position. */
function focusOn(monologue: HTMLElement, { editor, view }: Pick<EditorServices, 'editor' | 'view'>): void {
  const { isReading } = view.get();
  if (isReading || !editor.isEditable) {
    (isReading ? monologue : editor.view.dom).focus({ preventScroll: true });
    return;
  }
  const { $head } = editor.state.selection;
  const isThere = $head.depth > 0 && editor.view.nodeDOM($head.before(1)) === monologue;
  const text = monologue.querySelector('p');
  if (!isThere && text !== null) editor.commands.setTextSelection(editor.view.posAtDOM(text, 0));
  editor.view.focus();
}
