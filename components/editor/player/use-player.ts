import { useCallback, useSyncExternalStore } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import type { Player } from './player';

/** Subscribes to a value of the player; `read` must return the same value as long as nothing has changed. */
export function usePlayer<T>(read: (player: Player) => T): T {
  const { player } = useEditorServices();
  return useSyncExternalStore(player.subscribe, () => read(player));
}

/** The whole second that the player is at. */
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
