import { inputArguments } from '#lib/media/input/input-arguments';
import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import {
  isSteadyRate,
  judgeClock,
  type ClockScale,
  type ClockStretch,
} from '#lib/media/sound/clock/judge-clock';
import { placeSound, readMarks } from '#lib/media/sound/place-sound';
import type { ScannedSound } from '#lib/media/sound/scan-sound';

/** Low, because the sound is only compared with the clock. */
const rate = 8000;

interface ScannedFile {
  scanned: ScannedSound;
  /** The scan of its end, with decoded frames (`checksClock`), if known. */
  tail: ScannedSound | undefined;
}

interface MeasureOptions {
  dataBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the scale of a clock that runs at a wrong rate; undefined for others. If it seems to be wrong, it is measured
 * (`measureClockScale`).
 */
export async function findClockScale(
  inputPath: string,
  { scanned: { sound }, tail }: ScannedFile,
  options: MeasureOptions,
): Promise<ClockScale | undefined> {
  const seemsWrong =
    sound.some(({ clock }) => judgeClock(clock.stretches) !== undefined) ||
    tail?.sound.some(({ clock: { rate: measured = 1 } }) => !isSteadyRate(measured)) === true;
  return seemsWrong ? measureClockScale(inputPath, sound, options) : undefined;
}

/**
 * Returns the scale of a clock that runs at a wrong rate, from all sound, which is decoded and discarded; undefined for
 * others. Throws the signal's reason if aborted.
 */
export async function measureClockScale(
  inputPath: string,
  sound: ScannedSound['sound'],
  { dataBytes, signal }: MeasureOptions,
): Promise<ClockScale | undefined> {
  const args = [
    [
      '-nostdin',
      '-v',
      'repeat+error',
      '-copyts',
      ...(await inputArguments(inputPath, { ignoresEdits: true })),
    ],
    [...sound.flatMap(({ index }) => ['-map', `0:${index}`]), '-af', placeSound(rate), '-threads', '1'],
    ['-f', 'null', '-'],
  ].flat();
  const { marks, onMessage } = readMarks();
  try {
    await runTool('ffmpeg', args, { ...readingLimits(4), dataBytes }, signal, { onMessage });
  } catch (error) {
    // The sound before the damage is enough.
    if (!(error instanceof ToolFailure)) throw error;
  }
  return toClockScale(marks.stretches, sound);
}

/** Returns the scale by stretches of decoded sound, for streams as they were scanned. */
export function toClockScale(
  stretches: readonly ClockStretch[],
  sound: ScannedSound['sound'],
): ClockScale | undefined {
  const clock = judgeClock(stretches);
  const [first] = sound;
  if (clock === undefined || first === undefined || first.clock.isDiscontinuous) return undefined;
  // Some containers state the lengths of packets in the same clock.
  const isByClock = judgeClock(first.clock.stretches) === undefined;
  return { clock, lengths: isByClock ? clock : 1 };
}
