import { useCallback, useSyncExternalStore, type DOMAttributes, type PointerEvent } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import type { Player } from './player';

/** Subscribes to a value of the player. `read` must return the same value while nothing changes. */
export function usePlayer<T>(read: (player: Player) => T): T {
  const { player } = useEditorServices();
  return useSyncExternalStore(player.subscribe, () => read(player));
}

/** The player's position in whole seconds. */
export function usePlayerSecond(): number {
  const { player, media } = useEditorServices();
  const subscribe = useCallback(
    (listener: () => void) => {
      const forget = player.subscribe(listener);
      for (const event of ['timeupdate', 'seeking']) media.addEventListener(event, listener);
      return () => {
        forget();
        for (const event of ['timeupdate', 'seeking']) media.removeEventListener(event, listener);
      };
    },
    [player, media],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(player.currentMs() / 1000));
}

/** Event handlers for an element that spans the recording: click or drag to seek. */
export function useDragToSeek(): DOMAttributes<HTMLElement> {
  const { player } = useEditorServices();
  const seek = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    player.seek(Math.min(1, Math.max(0, (clientX - left) / width)) * player.durationMs());
  };
  return {
    onPointerDown(event) {
      event.currentTarget.setPointerCapture(event.pointerId);
      seek(event);
    },
    onPointerMove(event) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
    },
  };
}
