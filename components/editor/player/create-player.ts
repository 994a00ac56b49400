import { createEmitter, type Emitter } from '#components/ui/store.ts';
import {
  clampMs,
  clampRate,
  clampSkip,
  getResumeSeconds,
  keepLoop,
  newPlayback,
  type Playback,
} from './playback';
import { takesPlay, type Player, type PlayerState, type TimeRange } from './player';

/** The player of a media element. The caller fetches the recording's URL and sets `state`. */
export interface CreatedPlayer extends Player {
  setState(state: PlayerState): void;
  /** Loads a URL. If a recording was loaded before, keeps its position and speed. */
  load(url: string): void;
  /** Sets how far playback steps back on resume, in milliseconds. */
  setStepBack(ms: number): void;
  /** Sets the function that `checkMedia` calls. */
  setCheck(check: () => void): void;
}

/** A media element, its state and listeners. Its own change events are too late for a slider, which React resets. */
interface Playing {
  media: HTMLMediaElement;
  playback: Playback;
  changes: Emitter<void>;
  seeks: Emitter<number>;
  checkLoop: () => void;
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

/** Creates a player that plays in `media`. */
export function createPlayer(media: HTMLMediaElement): CreatedPlayer {
  let state: PlayerState = { kind: 'loading' };
  let check = (): void => {};
  const playing: Playing = {
    media,
    playback: { ...newPlayback },
    changes: createEmitter(),
    seeks: createEmitter(),
    checkLoop: keepInLoop(media, () => playing.playback.loopRange),
  };
  const { playback, changes, seeks } = playing;
  followMedia(playing);
  return {
    state: () => state,
    setState(next) {
      state = next;
      if (!takesPlay(next)) forgetPlayRequest(playback);
      changes.emit();
    },
    load: (url) => load(playing, url),
    setStepBack: (ms) => (playback.stepBackMs = ms),
    setCheck: (next) => (check = next),
    isPlaying: () => isPlaying(playing),
    play: () => play(playing),
    pause: () => pause(playing),
    toggle: () => (isPlaying(playing) ? pause(playing) : play(playing)),
    seek: (ms) => seek(playing, ms),
    skip: (ms) => goTo(playing, clampSkip(getCurrentMs(playing) + ms, playback.loopRange)),
    currentMs: () => getCurrentMs(playing),
    durationMs: () => getDurationMs(playing),
    rate: () => media.playbackRate,
    setRate(rate) {
      media.preservesPitch = true;
      media.playbackRate = clampRate(rate);
      changes.emit();
    },
    volume: () => media.volume,
    setVolume(volume) {
      media.volume = Math.min(1, Math.max(0, volume));
      changes.emit();
    },
    isMuted: () => media.muted,
    setMuted(muted) {
      media.muted = muted;
      changes.emit();
    },
    loop: (range) => loop(playing, range),
    loopRange: () => playback.loopRange,
    checkMedia: () => check(),
    subscribe: changes.subscribe,
    onSeek: seeks.subscribe,
  };
}

function followMedia(playing: Playing): void {
  const { media, playback, changes } = playing;
  for (const event of events) media.addEventListener(event, () => changes.emit());
  media.addEventListener('pause', () => {
    // The event may fire only after the next seek.
    playback.pausedAtSeconds = media.seeking ? undefined : media.currentTime;
  });
  media.addEventListener('loadedmetadata', () => {
    const { ms, play } = playback.pending ?? { ms: 0, play: false };
    playback.pending = undefined;
    // A pause at this position still counts, however the new file rounds it.
    const isPausedHere = Math.abs((playback.pausedAtSeconds ?? Number.NaN) * 1000 - ms) < 1;
    media.currentTime = ms / 1000;
    if (isPausedHere) playback.pausedAtSeconds = media.currentTime;
    if (play) start(playing);
    changes.emit();
  });
}

function load(playing: Playing, url: string): void {
  const { media, playback } = playing;
  playback.pending ??= { ms: getCurrentMs(playing), play: isPlaying(playing) };
  // Loading resets the speed to the default one.
  media.defaultPlaybackRate = media.playbackRate;
  media.src = url;
  media.load();
}

/** Cancels a pending play request: starting late would surprise. */
function forgetPlayRequest(playback: Playback): void {
  if (playback.pending !== undefined) playback.pending = { ...playback.pending, play: false };
}

const isPlaying = ({ media, playback }: Playing): boolean =>
  playback.pending?.play ?? (!media.paused && !media.ended);

function play(playing: Playing): void {
  const { media, playback, changes } = playing;
  if (playback.pending !== undefined) {
    playback.pending = { ...playback.pending, play: true };
    return changes.emit();
  }
  const resumeSeconds = media.ended ? undefined : getResumeSeconds(playback, media.currentTime);
  if (resumeSeconds !== undefined) media.currentTime = resumeSeconds;
  playback.pausedAtSeconds = undefined;
  start(playing);
}

/** Browsers can block playback before the first click. The button then still says "Play". */
const start = ({ media, changes }: Playing): void => void media.play().catch(() => changes.emit());

function pause({ media, playback, changes }: Playing): void {
  forgetPlayRequest(playback);
  media.pause();
  changes.emit();
}

function seek(playing: Playing, ms: number): void {
  const { playback, seeks } = playing;
  playback.loopRange = keepLoop(playback.loopRange, ms);
  goTo(playing, ms);
  seeks.emit(ms);
}

function goTo(playing: Playing, ms: number): void {
  const { media, playback, changes } = playing;
  const to = clampMs(ms, getDurationMs(playing));
  if (playback.pending === undefined) media.currentTime = to / 1000;
  else playback.pending = { ...playback.pending, ms: to };
  changes.emit();
}

function loop({ playback, checkLoop, changes }: Playing, range: TimeRange | undefined): void {
  playback.loopRange = range;
  checkLoop();
  changes.emit();
}

/** Rounded to microseconds, as browsers count: 1.005 * 1000 is slightly below 1005, in the previous word. */
const getCurrentMs = ({ media, playback }: Playing): number =>
  playback.pending?.ms ?? Math.round(media.currentTime * 1e6) / 1000;

function getDurationMs({ media, playback }: Playing): number {
  if (Number.isFinite(media.duration)) playback.lastDurationMs = media.duration * 1000;
  return playback.lastDurationMs;
}

/** The interval of checks for a loop's end: `timeupdate` fires only four times a second, which is audibly late. */
const intervalMs = 25;

/** Seeks to the loop's start when playback reaches its end. Returns a function that checks at once. */
function keepInLoop(media: HTMLMediaElement, getRange: () => TimeRange | undefined): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const check = (): void => {
    const range = getRange();
    if (range === undefined) return stop();
    const ms = media.currentTime * 1000;
    if (ms >= range.endMs || ms < range.startMs - 1) media.currentTime = range.startMs / 1000;
    if (media.ended) void media.play().catch(stop);
    else if (media.paused) stop();
    else timer ??= setInterval(check, intervalMs);
  };
  for (const event of ['play', 'timeupdate', 'ended']) media.addEventListener(event, check);
  return check;
}
