import { readingLimits, runTool } from '#lib/media/run-tool';
import type { ScannedSound } from '#lib/media/sound/scan-sound';
import { maxHoleSeconds, type ClockJump } from '#lib/media/sound/timeline';

/** More jumps mean a clock that goes back and forth, not a recording with holes. */
const maxWatched = 16;
/** Times in a file are rounded. */
const slackSeconds = 1;

/**
 * Returns the length, in seconds with some slack, of the longest jump ahead of the sound's clock during which the
 * picture continues; undefined if there is none.
 */
export async function findLongestHole(
  input: readonly string[],
  { sound }: Pick<ScannedSound, 'sound'>,
  { dataBytes, signal }: { dataBytes?: number | undefined; signal?: AbortSignal | undefined },
): Promise<number | undefined> {
  const ahead = sound
    .flatMap(({ timeline }) => timeline.jumps.filter(({ from, to }) => to > from))
    .slice(0, maxWatched);
  if (ahead.length === 0) return undefined;
  const watched = ahead.map(watchPicture);
  const onLine = (line: string): void => {
    const at = Number.parseFloat(line);
    if (Number.isFinite(at)) for (const { see } of watched) see(at);
  };
  const args = ['-v', 'error', ...input, '-select_streams', 'V:0', '-show_entries', 'packet=pts_time'];
  await runTool('ffprobe', [...args, '-of', 'csv=p=0'], { ...readingLimits(2), dataBytes }, signal, {
    onLine,
  });
  const covered = watched.filter(({ isCovered }) => isCovered()).map(({ seconds }) => seconds);
  return covered.length === 0 ? undefined : Math.max(...covered) + slackSeconds;
}

function watchPicture({ from, to }: ClockJump) {
  let last = from;
  let longest = 0;
  const see = (at: number): void => {
    if (at <= last || at > to) return;
    longest = Math.max(longest, at - last);
    last = at;
  };
  return {
    see,
    seconds: to - from,
    isCovered: () => Math.max(longest, to - last) <= maxHoleSeconds,
  };
}
