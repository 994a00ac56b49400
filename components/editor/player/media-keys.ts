import type { ReadableStore } from '#components/ui/store.ts';
import type { Player } from './player';

/** Lets headsets, keyboards and lock screens steer the player. Returns an unsubscribe function. */
export function handleMediaKeys(
  player: Player,
  { title, skipMs }: { title: ReadableStore<string>; skipMs: () => number },
): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const { mediaSession } = navigator;
  const showTitle = (): void => void (mediaSession.metadata = new MediaMetadata({ title: title.get() }));
  showTitle();
  const unsubscribe = title.subscribe(showTitle);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => player.play(),
    pause: () => player.pause(),
    seekbackward: ({ seekOffset }) => player.skip(-(seekOffset ? seekOffset * 1000 : skipMs())),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ? seekOffset * 1000 : skipMs()),
    previoustrack: () => player.skip(-skipMs()),
    nexttrack: () => player.skip(skipMs()),
    seekto: ({ seekTime }) => player.seek((seekTime ?? 0) * 1000),
  };
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // A browser refuses actions that it does not know.
    }
  };
  for (const [action, handler] of Object.entries(handlers)) set(action as MediaSessionAction, handler);
  return () => {
    unsubscribe();
    mediaSession.metadata = null;
    for (const action of Object.keys(handlers)) set(action as MediaSessionAction, null);
  };
}
