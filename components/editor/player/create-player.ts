import type { Player, PlayerState, Stretch } from './player';

/** The player around a media element; `state` is told from outside, by whoever fetches the recording's address. */
export interface OwnedPlayer extends Player {
  setState(state: PlayerState): void;
  /** Lets go of the element. */
  end(): void;
}

/** Makes a player that plays in `media`. */
export function createPlayer(media: HTMLMediaElement): OwnedPlayer {
  let state: PlayerState = { kind: 'loading' };
  let looped: Stretch | undefined;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const events = ['play', 'pause', 'ended', 'seeked', 'ratechange', 'durationchange', 'volumechange'];
  for (const event of events) media.addEventListener(event, tell);
  const keepInLoop = (): void => {
    if (looped === undefined) return;
    const at = media.currentTime * 1000;
    if (at >= looped.endMs || at < looped.startMs - 500) media.currentTime = looped.startMs / 1000;
  };
  media.addEventListener('timeupdate', keepInLoop);

  const durationMs = (): number => (Number.isFinite(media.duration) ? media.duration * 1000 : 0);
  const player: OwnedPlayer = {
    state: () => state,
    setState(next) {
      state = next;
      tell();
    },
    isPlaying: () => !media.paused && !media.ended,
    // A browser may refuse to play before the first click: the button then still says "Play".
    play: () => void media.play().catch(tell),
    pause: () => media.pause(),
    toggle: () => (player.isPlaying() ? player.pause() : player.play()),
    seek(ms) {
      media.currentTime = Math.max(0, Math.min(ms, durationMs() || ms)) / 1000;
    },
    skip: (ms) => player.seek(player.currentMs() + ms),
    currentMs: () => media.currentTime * 1000,
    durationMs,
    rate: () => media.playbackRate,
    setRate(rate) {
      media.preservesPitch = true;
      media.playbackRate = Math.min(2, Math.max(0.5, Math.round(rate * 100) / 100));
    },
    loop(stretch) {
      looped = stretch;
      tell();
    },
    loopStretch: () => looped,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end() {
      media.pause();
      for (const event of events) media.removeEventListener(event, tell);
      media.removeEventListener('timeupdate', keepInLoop);
      listeners.clear();
    },
  };
  return player;
}
