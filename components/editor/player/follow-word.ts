import type { Editor } from '@tiptap/core';
import { bringIntoSight, type Band } from '../document/bring-into-sight';
import { claimScrolling } from '../document/claim-scrolling';
import type { PlacedWord } from '../document/timing';
import type { Player } from './player';

/** Scrolls with the sound until the reader scrolls or types; then it waits to be called back. */
export interface Follow {
  /** Whether it waits because the reader went somewhere else. */
  waits: () => boolean;
  /** Goes to the playing word and follows again. */
  back: () => void;
  /** Switches it on or off. */
  allow: (allowed: boolean) => void;
  wordMoved: (word: PlacedWord | undefined, why: 'sound' | 'text') => void;
  subscribe: (listener: () => void) => () => void;
  end: () => void;
}

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** What plays is kept off the edges; what does not play only has to be seen. */
export const middleOfPage: Band = { from: 0.2, until: 0.8, to: 0.4 };
const wholePage: Band = { from: 0, until: 1, to: 0.4 };

/** A repeated stretch shorter than this is looked at as a whole: whoever repeats it has brought it into sight. */
const shortStretchMs = 15_000;

/** Follows the playing word on the page that scrolls round the editor's text. */
export function followWord(editor: Editor, player: Player): Follow {
  const page = editor.view.dom.closest('main') ?? document.documentElement;
  const listeners = new Set<() => void>();
  const leaving = new AbortController();
  const { signal } = leaving;
  let allowed = true;
  let waits = false;
  let word: PlacedWord | undefined;

  const setWaits = (next: boolean): void => {
    if (waits === next) return;
    waits = next;
    for (const listener of listeners) listener();
  };
  const yieldToReader = (): void => {
    // Whoever brings something into sight over some frames would take the page back from the reader.
    claimScrolling(page);
    if (allowed && player.isPlaying()) setWaits(true);
  };
  const isShortRepeat = (): boolean => {
    const stretch = player.loopStretch();
    return stretch !== undefined && stretch.endMs - stretch.startMs < shortStretchMs;
  };
  const approach = (): void => {
    if (word === undefined) return;
    bringIntoSight(editor.view, word.from, player.isPlaying() ? middleOfPage : wholePage, 'smooth');
  };
  for (const event of ['wheel', 'touchmove', 'beforeinput'] as const) {
    page.addEventListener(event, yieldToReader, { signal, passive: true });
  }
  page.addEventListener(
    'keydown',
    ({ key, altKey }) => {
      if (scrollKeys.has(key) && !altKey) yieldToReader();
    },
    { signal },
  );
  page.addEventListener(
    'pointerdown',
    // What is hit beside the content is the scrollbar.
    ({ target, offsetX }) => {
      if (target === page && offsetX >= page.clientWidth) yieldToReader();
    },
    { signal },
  );
  const forgetSeeks = player.onSeek(() => setWaits(false));
  const forgetPlayer = player.subscribe(() => {
    if (waits && !player.isPlaying()) setWaits(false);
  });

  return {
    waits: () => waits,
    back() {
      setWaits(false);
      approach();
    },
    allow(next) {
      allowed = next;
      if (!next) setWaits(false);
    },
    wordMoved(next, why) {
      word = next;
      if (!allowed || waits || why === 'text' || isShortRepeat()) return;
      if (player.isPlaying() || player.currentMs() > 0) approach();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end() {
      leaving.abort();
      forgetSeeks();
      forgetPlayer();
    },
  };
}
