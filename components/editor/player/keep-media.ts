import * as texts from '#messages/editor/player';
import { createEditorClient } from '#components/editor/api/editor-client.ts';
import type { CreatedPlayer } from './create-player';

/** The server's answer about the recording. */
type MediaResponse =
  | {
      state: 'ready';
      kind: 'audio' | 'video';
      url: string;
      type: string;
      expiresAt: string | number;
      /** Audio of a video whose picture is still being converted. */
      picture?: 'preparing';
    }
  /** `original`: the recording itself, which the browser may be able to play in the meantime. */
  | {
      state: 'preparing';
      percent?: number;
      original?: {
        kind: 'audio' | 'video';
        url: string;
        expiresAt: string | number;
        /** The length of the recognized audio. */
        durationSeconds: number | null;
      };
    }
  | { state: 'missing'; reason: string };

/** A signed URL is renewed this long before it expires. */
const renewBeforeMs = 60_000;
/** The longest delay of `setTimeout`. */
const maxTimeoutMs = 2 ** 31 - 1;
/** The timeout for testing if a video is playable. */
const probeMs = 30_000;
/** A recording that fails this often within this time counts as unplayable. */
const failureLimit = { failures: 4, ms: 60_000 };

/** If the browser measures a length further off than this, its timeline doesn't match the transcript's. */
const maxDifference = { seconds: 1, share: 0.01 };

/** Stops the supply: `stop` pauses it, `close` is final. */
export interface MediaSupply {
  stop: () => void;
  close: (reason: string) => void;
}

/** Keeps the player supplied with a working URL, renewed before it expires and after failures. */
export function keepMedia(address: string, media: HTMLMediaElement, player: CreatedPlayer): MediaSupply {
  const api = createEditorClient(address);
  const abort = new AbortController();
  const { signal } = abort;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let failedAt: number[] = [];
  let expiresAtMs = 0;
  /** The kind of the loaded media. */
  let loadedKind: 'audio' | 'video' | undefined;
  /** True while the original is loaded, until its rendition is ready. */
  let isOriginal = false;
  /** True if the browser can't play the original, or not in sync with the transcript. */
  let isOriginalRefused = false;
  let originalSeconds: number | null = null;
  let refusedPictures = 0;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(request, Math.min(Math.max(ms, 0), maxTimeoutMs));
  };
  const giveUp = (reason: string): void => {
    player.pause();
    player.setState({ kind: 'missing', reason });
  };
  /** `serverNow` is the server's time: the local clock may be hours off. */
  const apply = (media: MediaResponse, serverNow: number): void => {
    if (media.state === 'ready') {
      // The video keeps playing until its rendition is ready, too.
      const keepsPicture = isOriginal && loadedKind === 'video' && media.picture === 'preparing';
      if (keepsPicture && expiresAtMs - Date.now() >= renewBeforeMs * 2) {
        player.setState({ kind: 'ready', video: true });
        return schedule(Math.min(5000 + attempts * 1000, 60_000));
      }
      const endsAtMs = Date.now() + new Date(media.expiresAt).getTime() - serverNow;
      // Each answer has a new URL. A valid one is kept, since loading interrupts playback.
      const isNeeded = isOriginal || expiresAtMs - Date.now() < renewBeforeMs * 2;
      if (!isNeeded && media.kind === 'video' && loadedKind === 'audio') void addPicture(media.url, endsAtMs);
      else {
        if (isNeeded) load(media.kind, media.url, endsAtMs);
        showReady(media.picture === 'preparing');
      }
    } else if (media.state === 'preparing') {
      prepare(media, serverNow);
      schedule(Math.min(2000 + attempts * 500, 15_000));
    } else {
      giveUp(media.reason);
    }
  };
  const prepare = (media: Extract<MediaResponse, { state: 'preparing' }>, serverNow: number): void => {
    const percent = media.percent === undefined ? {} : { percent: media.percent };
    const { original } = media;
    if (original === undefined || isOriginalRefused)
      return player.setState({ kind: 'preparing', ...percent });
    if (!isOriginal || expiresAtMs - Date.now() < renewBeforeMs * 2) {
      load(original.kind, original.url, Date.now() + new Date(original.expiresAt).getTime() - serverNow);
      isOriginal = true;
      originalSeconds = original.durationSeconds;
    }
    player.setState({
      kind: 'ready',
      video: original.kind === 'video',
      copy: { isPending: true, ...percent },
    });
  };
  const load = (kind: 'audio' | 'video', url: string, endsAtMs: number): void => {
    player.load(url);
    isOriginal = false;
    loadedKind = kind;
    expiresAtMs = endsAtMs;
  };
  const showReady = (isPictureAwaited: boolean): void => {
    const leftMs = expiresAtMs - Date.now();
    if (isPictureAwaited) {
      player.setState({ kind: 'ready', video: true, picture: 'pending' });
      // The server announces the picture; this request is a fallback for a missed event.
      schedule(Math.max(1000, Math.min(leftMs - renewBeforeMs, 5000 + attempts * 1000, 60_000)));
      return;
    }
    player.setState({ kind: 'ready', video: loadedKind === 'video' });
    schedule(Math.max(leftMs - renewBeforeMs, leftMs / 2, 1000));
  };
  /** Audio continues until the video is known to be playable, and stays if it isn't. */
  const addPicture = async (url: string, endsAtMs: number): Promise<void> => {
    // The test may never settle.
    schedule(probeMs);
    const isPlayable = await canPlay(url, signal);
    if (signal.aborted || loadedKind !== 'audio') return;
    if (isPlayable) load('video', url, endsAtMs);
    else refusedPictures += 1;
    showReady(!isPlayable && refusedPictures < failureLimit.failures);
  };
  function request(): void {
    clearTimeout(timer);
    attempts += 1;
    void ask().catch(() => {
      if (!signal.aborted) waitForServer();
    });
  }
  const waitForServer = (): void => {
    // Playback that starts by surprise once the server is back would be confusing.
    if (expiresAtMs === 0) player.pause();
    schedule(5000);
  };
  const ask = async (): Promise<void> => {
    const response = await api.request('media', {
      signal,
      headers: { accept: 'application/json' },
      cache: 'no-store',
    });
    if (signal.aborted) return;
    if ('value' in response) {
      const serverNow = Date.parse(response.value.headers.get('date') ?? '') || Date.now();
      apply((await response.value.json()) as MediaResponse, serverNow);
    } else if (response.error.kind === 'unreachable') waitForServer();
    else if (expiresAtMs === 0) giveUp(texts.noAccess());
  };
  const checkLength = (): void => {
    if (!isOriginal || originalSeconds === null) return;
    const difference = Math.abs(media.duration - originalSeconds);
    if (difference <= maxDifference.seconds + maxDifference.share * originalSeconds) return;
    media.pause();
    refuseOriginal();
  };
  /** Requests the rendition, since the original doesn't work. */
  const refuseOriginal = (): void => {
    isOriginal = false;
    isOriginalRefused = true;
    expiresAtMs = 0;
    player.setState({ kind: 'preparing' });
    schedule(0);
  };
  const onError = (): void => {
    // Expires the current URL, so that the next answer is loaded.
    expiresAtMs = 0;
    if (isOriginal && media.error?.code !== MediaError.MEDIA_ERR_NETWORK) return refuseOriginal();
    if (isOriginal) {
      isOriginal = false;
      player.setState({ kind: 'preparing' });
      return schedule(0);
    }
    failedAt = [...failedAt.filter((at) => at > Date.now() - failureLimit.ms), Date.now()];
    if (failedAt.length < failureLimit.failures) schedule(failedAt.length * 300);
    else giveUp(texts.unplayable());
  };

  media.addEventListener('error', onError, { signal });
  media.addEventListener('loadedmetadata', checkLength, { signal });
  globalThis.addEventListener('online', request, { signal });
  player.setCheck(() => {
    attempts = 0;
    failedAt = [];
    refusedPictures = 0;
    request();
  });
  request();
  const stop = (): void => {
    clearTimeout(timer);
    abort.abort();
  };
  return {
    stop,
    close(reason) {
      stop();
      player.setCheck(() => {});
      giveUp(reason);
      media.removeAttribute('src');
      media.load();
    },
  };
}

/** Resolves to true if the browser can play the video at this URL. The test is silent. */
function canPlay(url: string, signal: AbortSignal): Promise<boolean> {
  const probe = document.createElement('video');
  probe.preload = 'metadata';
  probe.muted = true;
  return new Promise((resolve) => {
    const end = (isPlayable: boolean): void => {
      probe.removeAttribute('src');
      probe.load();
      resolve(isPlayable);
    };
    // Aborted with this attempt, so that events of a later load don't count.
    const once = { once: true, signal } as const;
    probe.addEventListener('loadedmetadata', () => end(probe.videoWidth > 0), once);
    probe.addEventListener('error', () => end(false), once);
    signal.addEventListener('abort', () => end(false), { once: true });
    probe.src = url;
  });
}
