import { rm, stat } from 'node:fs/promises';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { inputArguments } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import type { SoundStream } from '#lib/media/sound/choose-sound';
import { scanSound } from '#lib/media/sound/scan-sound';
import { plainGraph } from '#lib/media/sound/sound-graph';

/** How much of the sound in a file could be decoded, and how much there is, in seconds without holes. */
export interface SoundLoss {
  decodedSeconds: number;
  heldSeconds: number;
}

/** It is only to be counted. */
const rate = 8000;
const bytesPerSecond = 2 * rate;

/** Less is what codecs leave out at the beginning and at the end, and what times in a file are rounded by. */
const leastLostSeconds = 0.5;
const leastLostShare = 0.005;
/** Where no more is decoded than this, nobody could use it. */
const leastDecodedShare = 0.1;

/**
 * How much of a recording's sound can't be decoded, of a file with which something is wrong: decodes it once more into the file
 * `checkPath`, and removes that. Undefined where nothing worth mentioning is lost. Throws `InvalidMedia` where hardly anything is
 * left. Throws the signal's reason when aborted.
 */
export async function measureLoss(
  inputPath: string,
  sound: readonly SoundStream[],
  checkPath: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal },
): Promise<SoundLoss | undefined> {
  const input = inputArguments(inputPath);
  const scanned = await scanSound(input, { signal });
  let loss: SoundLoss = { decodedSeconds: 0, heldSeconds: 0 };
  for (const stream of sound) {
    const known = scanned.streams.find(({ index }) => index === stream.index);
    const heldSeconds = Math.min(maxSeconds, known?.timeline.soundSeconds ?? 0);
    // Of several microphones, the one that lost most.
    const decodedSeconds = await countDecoded(inputPath, stream, checkPath, { maxSeconds, signal });
    if (heldSeconds - decodedSeconds > loss.heldSeconds - loss.decodedSeconds)
      loss = { decodedSeconds, heldSeconds };
  }
  const { decodedSeconds, heldSeconds } = loss;
  const lostSeconds = heldSeconds - decodedSeconds;
  if (lostSeconds < Math.max(leastLostSeconds, leastLostShare * heldSeconds)) return undefined;
  if (sound.length === 1 && decodedSeconds < leastDecodedShare * heldSeconds)
    throw new InvalidMedia(mediaFaults.mostlyDamaged);
  return loss;
}

async function countDecoded(
  inputPath: string,
  stream: SoundStream,
  checkPath: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const { inputs, filter } = plainGraph(inputPath, stream, { rate });
  const limits = {
    cpuSeconds: 120 + maxSeconds / 10,
    wallSeconds: 240 + maxSeconds / 5,
    fileBytes: (maxSeconds + 10) * bytesPerSecond,
  };
  const output = [
    '-ac',
    '1',
    '-threads',
    '1',
    '-fs',
    String(maxSeconds * bytesPerSecond),
    '-f',
    's16le',
    '-y',
  ];
  const args = [
    '-nostdin',
    '-v',
    'error',
    ...inputs,
    '-filter_complex',
    filter,
    '-map',
    '[sound]',
    ...output,
  ];
  try {
    await runTool('ffmpeg', [...args, `file:${checkPath}`], limits, signal);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
  try {
    return (await stat(checkPath)).size / bytesPerSecond;
  } catch {
    return 0;
  } finally {
    await rm(checkPath, { force: true });
  }
}
