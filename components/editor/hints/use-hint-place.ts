import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Editor } from '@tiptap/core';
import { useEditorServices } from '#components/editor/context.ts';
import { overlaps, placeHint, type Box, type HintPlace } from './place-hint';

/** A line of text above and below the caret stays in sight, too. */
const caretMargin = 24;

interface Shown extends HintPlace {
  /** Whether it would cover what is being typed. */
  coversCaret: boolean;
}

/** Where the hint stands at the first of these elements that is in sight; undefined while none is. */
export function useHintPlace(
  hint: RefObject<HTMLElement | null>,
  anchors: readonly string[],
): Shown | undefined {
  const { editor } = useEditorServices();
  const [place, setPlace] = useState<Shown>();
  useLayoutEffect(() => {
    const element = hint.current;
    if (element === null) return undefined;
    const update = (): void => {
      const next = measure(element, anchors, editor);
      setPlace((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('resize', update, { signal });
    window.addEventListener('scroll', update, { signal, capture: true, passive: true });
    for (const event of ['transaction', 'focus', 'blur'] as const) editor.on(event, update);
    const resized = new ResizeObserver(update);
    for (const observed of [element, document.body]) resized.observe(observed);
    update();
    return () => {
      listening.abort();
      resized.disconnect();
      for (const event of ['transaction', 'focus', 'blur'] as const) editor.off(event, update);
    };
  }, [hint, anchors, editor]);
  return place;
}

/** The first of these elements that is in sight. */
export function findAnchor(anchors: readonly string[]): Element | undefined {
  return (
    anchors
      .map((name) => document.querySelector(`[data-hint="${name}"]`))
      .find((element) => element?.checkVisibility() === true) ?? undefined
  );
}

function measure(element: HTMLElement, anchors: readonly string[], editor: Editor): Shown | undefined {
  const anchor = findAnchor(anchors);
  if (anchor === undefined) return undefined;
  const { offsetWidth: width, offsetHeight: height } = element;
  const { clientWidth, clientHeight } = document.documentElement;
  const page = { width: clientWidth, height: clientHeight };
  const place = placeHint(anchor.getBoundingClientRect(), { width, height }, page);
  const caret = findCaret(editor);
  const box = { left: place.left, top: place.top, width, height };
  return { ...place, coversCaret: caret !== undefined && overlaps(box, caret) };
}

function findCaret({ view, state }: Editor): Box | undefined {
  if (!view.hasFocus()) return undefined;
  const { left, top, bottom } = view.coordsAtPos(state.selection.head);
  return { left, top: top - caretMargin, width: 1, height: bottom - top + 2 * caretMargin };
}
