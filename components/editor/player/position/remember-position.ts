import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import type { Player } from '#components/editor/player/player.ts';

const intervalMs = 5000;
const getKey = (jobId: string): string => `longhand-position-${jobId}`;

/** The last position in this browser, in milliseconds. */
export function readPosition(jobId: string): number | undefined {
  const ms = Number(readLocal(getKey(jobId)) ?? Number.NaN);
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** Parses the URL's `?t=`, which is in seconds, into milliseconds. */
export function parseRequestedTime(search: string): number | undefined {
  const given = new URLSearchParams(search).get('t');
  const ms = given === null || given.trim() === '' ? Number.NaN : Math.round(Number(given) * 1000);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Stores the position for the next visit. Returns an unsubscribe function. */
export function trackPosition(jobId: string, player: Player): () => void {
  let saved = player.currentMs();
  const save = (): void => {
    const ms = Math.round(player.currentMs());
    if (ms === saved) return;
    saved = ms;
    writeLocal(getKey(jobId), String(ms));
  };
  const timer = setInterval(save, intervalMs);
  const unsubscribe = player.subscribe(() => {
    if (!player.isPlaying()) save();
  });
  globalThis.addEventListener('pagehide', save);
  return () => {
    save();
    clearInterval(timer);
    unsubscribe();
    globalThis.removeEventListener('pagehide', save);
  };
}
