import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { announcedMeta } from '#components/editor/announcements/use-position-announcements.ts';
import { revealPosition } from '#components/editor/document/scroll-into-view.ts';
import type { Player } from '#components/editor/player/player.ts';
import { isOfWords, type LocatedItem } from './locate-items';

/** The context to play before and after an item, in milliseconds. */
const contextMs = 1000;

/** A panel may cover the lower half of the page. */
const abovePanel = { from: 0.1, until: 0.45, to: 0.25 };

/** Plays the item in a loop. */
export function loopItem(player: Player, { startMs, endMs }: Pick<LocatedItem, 'startMs' | 'endMs'>): void {
  if (player.state().kind !== 'ready') return;
  const range = { startMs: Math.max(0, startMs - contextMs), endMs: endMs + contextMs };
  player.loop(range);
  player.seek(range.startMs);
  player.play();
}

/** Ends the loop. */
export function endLoop(player: Player): void {
  if (player.loopRange() === undefined) return;
  player.loop(undefined);
  player.pause();
}

/**
 * Selects the item's words, so that typing replaces them, and scrolls to them. For a passage that needs listening, only
 * moves the caret to its start. With `stay`, the focus doesn't move to the text.
 */
export function focusItem({ view, state }: Editor, item: LocatedItem, focus: 'text' | 'stay'): void {
  const { from } = item;
  const to = isOfWords(item.item) ? item.to : from;
  view.dispatch(
    state.tr.setSelection(TextSelection.create(state.doc, from, to)).setMeta(announcedMeta, true),
  );
  if (focus === 'text') view.focus();
  revealPosition(view, from, abovePanel);
}
