import type { Editor } from '@tiptap/core';
import type { MachineWord } from '#lib/transcript/model';
import { getStartMs, isBetweenWords, timeAt } from '#components/editor/document/timing.ts';
import type { Player } from '#components/editor/player/player.ts';

/** A pointer that moves less than this, in pixels, between press and release is a click. */
const dragPixels = 4;

/** Seeks by Alt click, double click or, if set, plain click. The time button plays. Returns an unsubscribe function. */
export function seekByPointer(
  { editor, words, player }: { editor: Editor; words: readonly MachineWord[]; player: Player },
  seeksOnClick: () => boolean,
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const { dom } = editor.view;
  const seekTo = ({ clientX, clientY }: MouseEvent): void => {
    const { view, state } = editor;
    const found = view.posAtCoords({ left: clientX, top: clientY });
    if (found === null) return;
    let { pos } = found;
    if (isBetweenWords(state.doc, pos, words)) {
      // The second half of a word's last letter still belongs to that word.
      const { left, bottom } = view.coordsAtPos(pos, -1);
      if (clientX < left && clientY <= bottom) pos -= 1;
    }
    player.seek(timeAt(state.doc, pos, words));
  };
  const isInText = ({ target, button }: MouseEvent): boolean =>
    button === 0 && target instanceof Element && target.closest('header') === null;

  let pressed = { x: 0, y: 0 };
  dom.addEventListener(
    'mousedown',
    (event) => {
      pressed = { x: event.clientX, y: event.clientY };
      // An Alt click that seeks doesn't move the caret.
      if (event.altKey && !seeksOnClick() && isInText(event)) event.preventDefault();
    },
    { signal, capture: true },
  );
  dom.addEventListener(
    'click',
    (event) => {
      const monologue = findTimeButton(event.target)?.closest('section');
      if (monologue) playFrom(monologue);
      else if (isInText(event) && event.altKey !== seeksOnClick() && event.detail < 2) {
        // A drag or a Shift click selects text instead.
        const isDrag = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > dragPixels;
        if (event.altKey || (!isDrag && !event.shiftKey)) seekTo(event);
      }
    },
    { signal },
  );
  dom.addEventListener(
    'dblclick',
    (event) => {
      if (isInText(event) && !event.altKey) seekTo(event);
    },
    { signal },
  );
  const playFrom = (monologue: Element): void => {
    const $position = editor.state.doc.resolve(editor.view.posAtDOM(monologue, 0));
    const node = $position.depth > 0 ? $position.node(1) : $position.nodeAfter;
    if (node === null) return;
    player.seek(getStartMs(node, words));
    player.play();
  };
  return () => abort.abort();
}

function findTimeButton(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("button[data-role='time']") : null;
}
