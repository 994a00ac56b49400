import type { Editor } from '@tiptap/core';
import { revealPosition, type Band, claimScrolling } from '#components/editor/document/scroll-into-view.ts';
import type { PlacedWord } from '#components/editor/document/timing.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import type { Player } from '#components/editor/player/player.ts';

/** Scrolls with playback until the reader scrolls or types, and then waits for `resume`. */
export interface Follow {
  /** True while following is paused because the reader scrolled or typed. */
  isPaused: ReadableStore<boolean>;
  /** Scrolls to the playing word and follows again. */
  resume: () => void;
  /** Turns following on or off. */
  setEnabled: (isEnabled: boolean) => void;
  onWord: (word: PlacedWord | undefined, reason: 'sound' | 'text') => void;
  end: () => void;
}

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** The playing word stays away from the edges; on resume it only needs to be visible. */
export const middleOfPage: Band = { from: 0.2, until: 0.8, to: 0.4 };
const wholePage: Band = { from: 0, until: 1, to: 0.4 };

/** Shorter loops aren't followed: the person who set one already sees it. */
const shortRangeMs = 15_000;

/** Follows the playing word on the editor's scroll container. */
export function followWord(editor: Editor, player: Player): Follow {
  const page = editor.view.dom.closest('main') ?? document.documentElement;
  const abort = new AbortController();
  const { signal } = abort;
  let isEnabled = true;
  const isPaused = createStore(false);
  let word: PlacedWord | undefined;

  const pauseForReader = (): void => {
    // Stops a running scroll animation, which would work against the reader.
    claimScrolling(page);
    if (isEnabled && player.isPlaying()) isPaused.set(true);
  };
  const isShortRepeat = (): boolean => {
    const range = player.loopRange();
    return range !== undefined && range.endMs - range.startMs < shortRangeMs;
  };
  const approach = (): void => {
    if (word === undefined) return;
    revealPosition(editor.view, word.from, player.isPlaying() ? middleOfPage : wholePage, 'smooth');
  };
  for (const event of ['wheel', 'touchmove', 'beforeinput'] as const) {
    page.addEventListener(event, pauseForReader, { signal, passive: true });
  }
  page.addEventListener(
    'keydown',
    ({ key, altKey }) => {
      if (scrollKeys.has(key) && !altKey) pauseForReader();
    },
    { signal },
  );
  page.addEventListener(
    'pointerdown',
    // A press beyond the content's width is on the scrollbar.
    ({ target, offsetX }) => {
      if (target === page && offsetX >= page.clientWidth) pauseForReader();
    },
    { signal },
  );
  const unsubscribeSeeks = player.onSeek(() => isPaused.set(false));
  const unsubscribePlayer = player.subscribe(() => {
    if (!player.isPlaying()) isPaused.set(false);
  });

  return {
    isPaused,
    resume() {
      isPaused.set(false);
      approach();
    },
    setEnabled(next) {
      isEnabled = next;
      if (!next) isPaused.set(false);
    },
    onWord(next, reason) {
      word = next;
      if (!isEnabled || isPaused.get() || reason === 'text' || isShortRepeat()) return;
      if (player.isPlaying() || player.currentMs() > 0) approach();
    },
    end() {
      abort.abort();
      unsubscribeSeeks();
      unsubscribePlayer();
    },
  };
}
