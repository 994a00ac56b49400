import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { toldMark } from '../announcing/use-place-announcements';
import { bringIntoSight } from '../document/bring-into-sight';
import type { Player } from '../player/player';
import type { Place } from './place-doubts';

/** What is heard before and behind a place, in milliseconds. */
const roundMs = 1000;

/** A panel may cover the lower half of the page. */
const abovePanel = { from: 0.1, until: 0.45, to: 0.25 };

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
  bringIntoSight(view, from, abovePanel);
}
