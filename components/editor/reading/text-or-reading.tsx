'use client';

import { EditorContent } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { useEditorContext, type EditorContext } from '#components/editor/context.ts';
import { scrollToPosition } from './scroll-position';
import { ReadingView } from './reading-view';

/*
 * Monologues out of sight have their real height only when they were drawn, which moves the others: the place is set
 * again until it has held for some frames.
 */
const quietFrames = 3;
const maxFrames = 20;

/** The transcript to edit, or to read; the monologue at the top stays there when one takes the other's place. */
export function TextOrReading() {
  const context = useEditorContext();
  const { editor, view } = context;
  useKeptPosition(context);
  return (
    <>
      <div hidden={view.reading} data-editing>
        <EditorContent editor={editor} />
      </div>
      {view.reading && <ReadingView />}
    </>
  );
}

function useKeptPosition(context: EditorContext): void {
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  });
  const { position } = context.view;
  useLayoutEffect(() => {
    if (position === undefined) return;
    const found = scrollToPosition(position);
    if (found !== undefined && isFocusLost()) focusOn(found.element, latest.current);
    let frame = 0;
    const settle = (frames: number, quiet: number): void => {
      const away = Math.abs(scrollToPosition(position)?.away ?? 0);
      const held = away < 1 ? quiet + 1 : 0;
      if (held < quietFrames && frames < maxFrames)
        frame = requestAnimationFrame(() => settle(frames + 1, held));
    };
    frame = requestAnimationFrame(() => settle(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [position]);
}

/** Whether what had the focus has gone with the other view. */
function isFocusLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || !active.checkVisibility();
}

/** In the text the caret is brought along, so that typing continues where the person has read. */
function focusOn(monologue: HTMLElement, { editor, view }: Pick<EditorContext, 'editor' | 'view'>): void {
  if (view.reading || !editor.isEditable) {
    (view.reading ? monologue : editor.view.dom).focus({ preventScroll: true });
    return;
  }
  const { $head } = editor.state.selection;
  const isThere = $head.depth > 0 && editor.view.nodeDOM($head.before(1)) === monologue;
  const text = monologue.querySelector('p');
  if (!isThere && text !== null) editor.commands.setTextSelection(editor.view.posAtDOM(text, 0));
  editor.view.focus();
}
