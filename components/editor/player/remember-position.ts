import type { Player } from './player';

const everyMs = 5000;
const keyOf = (jobId: string): string => `longhand-position-${jobId}`;

/** Where the recording was left in this browser, in milliseconds. */
export function rememberedPosition(jobId: string): number | undefined {
  try {
    const ms = Number(localStorage.getItem(keyOf(jobId)) ?? Number.NaN);
    return Number.isFinite(ms) && ms > 0 ? ms : undefined;
  } catch {
    // A browser may keep nothing: then every visit begins at the beginning.
    return undefined;
  }
}

/** The moment that the address asks for by `?t=` in seconds, in milliseconds. */
export function askedMoment(search: string): number | undefined {
  const given = new URLSearchParams(search).get('t');
  const ms = given === null || given.trim() === '' ? Number.NaN : Math.round(Number(given) * 1000);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Keeps the position for the next visit. Returns what ends that. */
export function rememberPosition(jobId: string, player: Player): () => void {
  let kept = player.currentMs();
  const keep = (): void => {
    const ms = Math.round(player.currentMs());
    if (ms === kept) return;
    kept = ms;
    try {
      localStorage.setItem(keyOf(jobId), String(ms));
    } catch {
      // No room or no permission: the position is worth no complaint.
    }
  };
  const timer = setInterval(keep, everyMs);
  const unsubscribe = player.subscribe(() => {
    if (!player.isPlaying()) keep();
  });
  globalThis.addEventListener('pagehide', keep);
  return () => {
    keep();
    clearInterval(timer);
    unsubscribe();
    globalThis.removeEventListener('pagehide', keep);
  };
}
