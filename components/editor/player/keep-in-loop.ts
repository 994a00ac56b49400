import type { Stretch } from './player';

/** How often a loop's end is looked for: `timeupdate` comes only four times a second, and would be heard to be late. */
const everyMs = 25;

/** Sends what plays back to the beginning of the stretch whenever it has come to its end. */
export function keepInLoop(
  media: HTMLMediaElement,
  stretchOf: () => Stretch | undefined,
): { check(): void; end(): void } {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const check = (): void => {
    const stretch = stretchOf();
    if (stretch === undefined) return stop();
    const ms = media.currentTime * 1000;
    if (ms >= stretch.endMs || ms < stretch.startMs - 1) media.currentTime = stretch.startMs / 1000;
    if (media.ended) void media.play().catch(stop);
    else if (media.paused) stop();
    else timer ??= setInterval(check, everyMs);
  };
  for (const event of ['play', 'timeupdate', 'ended']) media.addEventListener(event, check);
  return {
    check,
    end() {
      stop();
      for (const event of ['play', 'timeupdate', 'ended']) media.removeEventListener(event, check);
    },
  };
}
