import type { TimeRange } from './player';

/** How often a loop's end is looked for: `timeupdate` comes only four times a second, and would be heard to be late. */
const intervalMs = 25;

/** Sends what plays back to the beginning of the stretch whenever it has come to its end. Returns what checks that at once. */
export function keepInLoop(media: HTMLMediaElement, getRange: () => TimeRange | undefined): () => void {
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
