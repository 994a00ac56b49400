import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Editor } from '@tiptap/core';
import { useEditorServices } from '#components/editor/context.ts';
import { overlaps, placeHint, type Box, type HintPlace } from './place-hint';

/** About a line above and below the edited line also stays visible. */
const lineMargin = 24;

interface Shown extends HintPlace {
  /** True if it would cover the edited line. */
  coversLine: boolean;
}

/** The position of a hint at its first visible anchor; undefined while none is visible. */
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

/** The first of these anchors that is visible. */
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
  const line = findTypedLine(editor);
  const box = { left: place.left, top: place.top, width, height };
  return { ...place, coversLine: line !== undefined && overlaps(box, line) };
}

/** The caret's line and its neighbors. */
function findTypedLine({ view, state }: Editor): Box | undefined {
  if (!view.hasFocus()) return undefined;
  const { top, bottom } = view.coordsAtPos(state.selection.head);
  const { left, width } = view.dom.getBoundingClientRect();
  return { left, width, top: top - lineMargin, height: bottom - top + 2 * lineMargin };
}
