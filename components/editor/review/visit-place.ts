import type { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { TextSelection } from '@tiptap/pm/state';
import { toldMark } from '../announcing/use-place-announcements';
import type { Player } from '../player/player';
import type { Place } from './place-doubts';

/** What is heard before and behind a place, in milliseconds. */
const roundMs = 1000;

/** By then the page has come to rest. */
const settledMs = 600;

/** Plays the place over and over. */
export function loopPlace(player: Player, { startMs, endMs }: Pick<Place, 'startMs' | 'endMs'>): void {
  if (player.state().kind !== 'ready') return;
  const stretch = { startMs: Math.max(0, startMs - roundMs), endMs: endMs + roundMs };
  player.loop(stretch);
  player.seek(stretch.startMs);
  player.play();
}

/** Stops that. */
export function endLoop(player: Player): void {
  if (player.loopStretch() === undefined) return;
  player.loop(undefined);
  player.pause();
}

/**
 * Selects the place, so that typing replaces it, and brings it into sight. The caret goes there unless the focus is to
 * stay where it is.
 */
export function showPlace({ view, state }: Editor, place: Place, focus: 'text' | 'stay'): void {
  const { from, to } = place;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to)).setMeta(toldMark, true));
  if (focus === 'text') view.focus();
  bringIntoSight(view, from);
  // What else scrolls at the same time, and a panel that has just grown, may have covered it again.
  setTimeout(() => {
    if (!view.isDestroyed && view.state.selection.from === from) bringIntoSight(view, from);
  }, settledMs);
}

function bringIntoSight(view: EditorView, from: number): void {
  const page = view.dom.closest('main');
  const monologue = view.nodeDOM(view.state.doc.resolve(from).before(1));
  if (page === null || !(monologue instanceof HTMLElement)) return;
  const frame = page.getBoundingClientRect();
  const around = monologue.getBoundingClientRect();
  // Text out of sight has not been laid out: the place is found only when its monologue is on the screen.
  if (around.bottom < frame.top || around.top > frame.bottom) monologue.scrollIntoView({ block: 'start' });
  const { top, bottom } = view.coordsAtPos(from);
  // A panel may cover the lower half.
  if (top >= frame.top + frame.height * 0.1 && bottom <= frame.top + frame.height * 0.45) return;
  page.scrollBy({ top: top - (frame.top + frame.height * 0.25), behavior: 'instant' });
}
