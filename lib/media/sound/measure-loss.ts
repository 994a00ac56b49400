import { open, rm, stat } from 'node:fs/promises';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { inputArguments, listUnheardInputs } from '#lib/media/input/input-arguments';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { changesRate } from '#lib/media/sound/find-rates';
import type { SoundStream } from '#lib/media/sound/choose-sound';
import { maxFrameBytes } from '#lib/media/sound/read-packets';
import { scanSound, type ScannedStream, type ScanOptions } from '#lib/media/sound/scan-sound';
import { plainGraph } from '#lib/media/sound/sound-graph';

/** The seconds of sound in a file that could be decoded, and all there are, without holes. */
export interface SoundLoss {
  decodedSeconds: number;
  heldSeconds: number;
}

/** It is only to be counted. */
const rate = 8000;
const bytesPerSecond = 2 * rate;

/** Codecs leave out less at the beginning and at the end, and times in a file are rounded by less. */
const leastLostSeconds = 0.5;
const leastLostShare = 0.005;
/** Nobody could use a recording of which no more is decoded than this. */
const leastDecodedShare = 0.1;

/**
 * The part of a recording's sound that can't be decoded, of a file with which something is wrong: decodes it once more into the
 * file `checkPath`, and removes that. Undefined where nothing worth mentioning is lost. Throws `InvalidMedia` where hardly
 * anything is left. Throws the signal's reason when aborted.
 */
export async function measureLoss(
  inputPath: string,
  sound: readonly SoundStream[],
  checkPath: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal },
): Promise<SoundLoss | undefined> {
  const input = await inputArguments(inputPath);
  const scanned = await scanSound(input, { signal });
  let loss: SoundLoss = { decodedSeconds: 0, heldSeconds: 0 };
  for (const stream of sound) {
    const known = scanned.streams.find(({ index }) => index === stream.index);
    // Nobody can tell how much it would be.
    if (await changesRate(inputPath, scanned.formatName)) continue;
    const unread = isRaw.test(scanned.formatName) ? await measureUnread(inputPath, known) : 0;
    const heldSeconds = Math.min(maxSeconds, (known?.timeline.soundSeconds ?? 0) + unread);
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

/** The seconds of sound in the appended recordings that `inputArguments` leaves out. */
export async function measureUnheardParts(inputPath: string, options: ScanOptions): Promise<number> {
  let seconds = 0;
  for (const input of await listUnheardInputs(inputPath)) {
    try {
      const { sound } = await scanSound(input, options);
      seconds += sound[0]?.timeline.soundSeconds ?? 0;
    } catch (error) {
      // Nobody can tell how much it would be.
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
  return seconds;
}

/** Formats without a container, whose frames are found by their beginnings alone. */
const isRaw = /^(mp3|aac|ac3|eac3)$/;

/** The seconds that bytes between frames would have played, by the rate of the others. Tags of appended files are no sound. */
async function measureUnread(inputPath: string, stream: ScannedStream | undefined): Promise<number> {
  if (stream === undefined || stream.bytes === 0) return 0;
  let unread = 0;
  const file = await open(inputPath);
  try {
    const { size } = await file.stat();
    for (const { position, bytes } of stream.oversized) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxFrameBytes), 0, maxFrameBytes, position);
      if (buffer.subarray(0, bytesRead).includes('ID3')) continue;
      // Space that a recorder has set aside, and not used.
      const rest = buffer.subarray(maxFrameBytes >> 1, bytesRead);
      const isUnused = position + bytes >= size && rest.every((byte) => byte === 0);
      if (!isUnused) unread += bytes;
    }
  } finally {
    await file.close();
  }
  return (unread / stream.bytes) * stream.timeline.soundSeconds;
}

async function countDecoded(
  inputPath: string,
  stream: SoundStream,
  checkPath: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const { inputs, filter } = await plainGraph(inputPath, stream, { rate });
  const limits = {
    cpuSeconds: 120 + maxSeconds / 10,
    wallSeconds: 240 + maxSeconds / 5,
    fileBytes: (maxSeconds + 10) * bytesPerSecond,
  };
  const args = [
    ['-nostdin', '-v', 'error', ...inputs, '-filter_complex', filter, '-map', '[sound]', '-ac', '1'],
    ['-threads', '1', '-fs', String(maxSeconds * bytesPerSecond), '-f', 's16le', '-y', `file:${checkPath}`],
  ].flat();
  try {
    await runTool('ffmpeg', args, limits, signal);
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
