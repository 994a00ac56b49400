import { keepInLoop } from './keep-in-loop';
import type { Player, PlayerState, TimeRange } from './player';

/** The player around a media element; `state` is told from outside, by whoever fetches the recording's address. */
export interface CreatedPlayer extends Player {
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
export function createPlayer(media: HTMLMediaElement): CreatedPlayer {
  let state: PlayerState = { kind: 'loading' };
  let loopRange: TimeRange | undefined;
  let stepBackMs = 0;
  let pausedAt: number | undefined;
  let check = (): void => {};
  /** Where to go, and whether to play, as soon as the element knows the recording. */
  let pending: { ms: number; play: boolean } | undefined = { ms: 0, play: false };
  const abort = new AbortController();
  const { signal } = abort;
  const listeners = new Set<() => void>();
  const seekListeners = new Set<(ms: number) => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const start = (): void => void media.play().catch(notify);
  for (const event of events) media.addEventListener(event, notify, { signal });
  // The event may come after the next seek.
  media.addEventListener('pause', () => (pausedAt = media.seeking ? undefined : media.currentTime), {
    signal,
  });
  media.addEventListener(
    'loadedmetadata',
    () => {
      const { ms, play } = pending ?? { ms: 0, play: false };
      pending = undefined;
      media.currentTime = ms / 1000;
      if (play) start();
      notify();
    },
    { signal },
  );
  const durationMs = (): number => (Number.isFinite(media.duration) ? media.duration * 1000 : 0);
  const goTo = (ms: number): void => {
    const to = Math.max(0, Math.min(ms, durationMs() || ms));
    if (pending === undefined) media.currentTime = to / 1000;
    else pending.ms = to;
    notify();
  };
  const loop = keepInLoop(media, () => loopRange);

  const player: CreatedPlayer = {
    state: () => state,
    setState(next) {
      state = next;
      notify();
    },
    load(url) {
      pending ??= { ms: player.currentMs(), play: player.isPlaying() };
      // Loading sets the speed to the default one.
      media.defaultPlaybackRate = media.playbackRate;
      media.src = url;
      media.load();
    },
    setStepBack: (ms) => (stepBackMs = ms),
    setCheck: (next) => (check = next),
    isPlaying: () => pending?.play ?? (!media.paused && !media.ended),
    play() {
      if (pending !== undefined) {
        pending.play = true;
        return notify();
      }
      if (pausedAt === media.currentTime && !media.ended) {
        media.currentTime = Math.max((loopRange?.startMs ?? 0) / 1000, pausedAt - stepBackMs / 1000);
      }
      pausedAt = undefined;
      // A browser may refuse to play before the first click: the button then still says "Play".
      start();
    },
    pause() {
      if (pending !== undefined) pending.play = false;
      media.pause();
      notify();
    },
    toggle: () => (player.isPlaying() ? player.pause() : player.play()),
    seek(ms) {
      if (loopRange !== undefined && (ms < loopRange.startMs || ms >= loopRange.endMs)) loopRange = undefined;
      goTo(ms);
      for (const listener of seekListeners) listener(ms);
    },
    skip(ms) {
      const to = player.currentMs() + ms;
      goTo(loopRange === undefined ? to : Math.max(loopRange.startMs, Math.min(to, loopRange.endMs - 100)));
    },
    // In microseconds, as browsers count: 1.005 s times 1000 is a little less than 1005, and the word before.
    currentMs: () => pending?.ms ?? Math.round(media.currentTime * 1e6) / 1000,
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
    loop(range) {
      loopRange = range;
      loop.check();
      notify();
    },
    loopRange: () => loopRange,
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
      abort.abort();
      listeners.clear();
      seekListeners.clear();
    },
  };
  return player;
}
