import { keepInLoop } from './keep-in-loop';
import type { Player, PlayerState, Stretch } from './player';

/** The player around a media element; `state` is told from outside, by whoever fetches the recording's address. */
export interface OwnedPlayer extends Player {
  setState(state: PlayerState): void;
  /** Plays from this address; a recording that was there before goes on where it was, and at its speed. */
  load(url: string): void;
  /** How far a resumed recording steps back, in milliseconds. */
  setStepBack(ms: number): void;
  /** What `checkMedia` does. */
  setCheck(check: () => void): void;
  /** Lets go of the element. */
  end(): void;
}

const events = [
  'play',
  'pause',
  'ended',
  'seeked',
  'ratechange',
  'durationchange',
  'volumechange',
  'emptied',
] as const;

/** Makes a player that plays in `media`. */
export function createPlayer(media: HTMLMediaElement): OwnedPlayer {
  let state: PlayerState = { kind: 'loading' };
  let looped: Stretch | undefined;
  let stepBackMs = 0;
  let pausedAt: number | undefined;
  let check = (): void => {};
  /** Where to go, and whether to play, as soon as the element knows the recording. */
  let waiting: { ms: number; play: boolean } | undefined = { ms: 0, play: false };
  const leaving = new AbortController();
  const { signal } = leaving;
  const listeners = new Set<() => void>();
  const seekListeners = new Set<(ms: number) => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const start = (): void => void media.play().catch(tell);
  for (const event of events) media.addEventListener(event, tell, { signal });
  // The event may come when somebody has gone elsewhere already.
  media.addEventListener('pause', () => (pausedAt = media.seeking ? undefined : media.currentTime), {
    signal,
  });
  media.addEventListener(
    'loadedmetadata',
    () => {
      const { ms, play } = waiting ?? { ms: 0, play: false };
      waiting = undefined;
      media.currentTime = ms / 1000;
      if (play) start();
      tell();
    },
    { signal },
  );
  const durationMs = (): number => (Number.isFinite(media.duration) ? media.duration * 1000 : 0);
  const goTo = (ms: number): void => {
    const to = Math.max(0, Math.min(ms, durationMs() || ms));
    if (waiting === undefined) media.currentTime = to / 1000;
    else waiting.ms = to;
    tell();
  };
  const loop = keepInLoop(media, () => looped);

  const player: OwnedPlayer = {
    state: () => state,
    setState(next) {
      state = next;
      tell();
    },
    load(url) {
      waiting ??= { ms: player.currentMs(), play: player.isPlaying() };
      // Loading sets the speed to the default one.
      media.defaultPlaybackRate = media.playbackRate;
      media.src = url;
      media.load();
    },
    setStepBack: (ms) => (stepBackMs = ms),
    setCheck: (next) => (check = next),
    isPlaying: () => waiting?.play ?? (!media.paused && !media.ended),
    play() {
      if (waiting !== undefined) {
        waiting.play = true;
        return tell();
      }
      if (pausedAt === media.currentTime && !media.ended) {
        media.currentTime = Math.max((looped?.startMs ?? 0) / 1000, pausedAt - stepBackMs / 1000);
      }
      pausedAt = undefined;
      // A browser may refuse to play before the first click: the button then still says "Play".
      start();
    },
    pause() {
      if (waiting !== undefined) waiting.play = false;
      media.pause();
      tell();
    },
    toggle: () => (player.isPlaying() ? player.pause() : player.play()),
    seek(ms) {
      if (looped !== undefined && (ms < looped.startMs || ms >= looped.endMs)) looped = undefined;
      goTo(ms);
      for (const listener of seekListeners) listener(ms);
    },
    skip(ms) {
      const to = player.currentMs() + ms;
      goTo(looped === undefined ? to : Math.max(looped.startMs, Math.min(to, looped.endMs - 100)));
    },
    // In microseconds, as browsers count: 1.005 s times 1000 is a little less than 1005, and the word before.
    currentMs: () => waiting?.ms ?? Math.round(media.currentTime * 1e6) / 1000,
    durationMs,
    rate: () => media.playbackRate,
    setRate(rate) {
      media.preservesPitch = true;
      media.playbackRate = Math.min(2, Math.max(0.5, Math.round(rate * 100) / 100));
    },
    volume: () => media.volume,
    setVolume: (volume) => (media.volume = Math.min(1, Math.max(0, volume))),
    isMuted: () => media.muted,
    setMuted: (muted) => (media.muted = muted),
    loop(stretch) {
      looped = stretch;
      loop.check();
      tell();
    },
    loopStretch: () => looped,
    checkMedia: () => check(),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onSeek(listener) {
      seekListeners.add(listener);
      return () => void seekListeners.delete(listener);
    },
    end() {
      media.pause();
      loop.end();
      leaving.abort();
      listeners.clear();
      seekListeners.clear();
    },
  };
  return player;
}
