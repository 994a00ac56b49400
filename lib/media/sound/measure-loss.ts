import { open, rm, stat } from 'node:fs/promises';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { inputArguments, listUnheardInputs } from '#lib/media/input/input-arguments';
import { decodingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { changesRate } from '#lib/media/sound/find-rates';
import type { SoundStream } from '#lib/media/sound/choose-sound';
import { maxFrameBytes } from '#lib/media/sound/read-packets';
import { scanSound, type ScannedStream, type ScanOptions } from '#lib/media/sound/scan-sound';
import { plainGraph } from '#lib/media/sound/sound-graph';

/** The seconds of sound in a file that were decoded, and of all sound in it, without holes. */
export interface SoundLoss {
  decodedSeconds: number;
  heldSeconds: number;
}

/** Low, because the samples are only counted. */
const rate = 8000;
const bytesPerSecond = 2 * rate;

/** The minimum loss: codecs drop less at both ends, and times in a file are rounded by less. */
const leastLostSeconds = 0.5;
const leastLostShare = 0.005;
/** The minimum share that is decoded of a usable recording. */
const leastDecodedShare = 0.1;

/**
 * Measures the sound that can't be decoded, of a file with a problem: decodes it once more to the file `checkPath`, and
 * removes that. Returns undefined if no notable part is lost. Throws `InvalidMedia` if hardly anything is left, and the
 * signal's reason if aborted.
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
    // The loss can't be measured then.
    if (await changesRate(inputPath, scanned.formatName)) continue;
    const unread = isRaw.test(scanned.formatName) ? await measureUnread(inputPath, known) : 0;
    const heldSeconds = Math.min(maxSeconds, (known?.timeline.soundSeconds ?? 0) + unread);
    // Of several microphones, the one that lost most counts.
    const decodedSeconds = await measureDecoded(inputPath, stream, checkPath, { maxSeconds, signal });
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

/** Returns the seconds of sound in the concatenated recordings that `inputArguments` leaves out. */
export async function measureUnheardParts(inputPath: string, options: ScanOptions): Promise<number> {
  let seconds = 0;
  for (const input of await listUnheardInputs(inputPath)) {
    try {
      const { sound } = await scanSound(input, options);
      seconds += sound[0]?.timeline.soundSeconds ?? 0;
    } catch (error) {
      // The loss can't be measured then.
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
  return seconds;
}

/** Formats without a container, whose frames are found only by their headers. */
const isRaw = /^(mp3|aac|ac3|eac3)$/;

/**
 * Returns the seconds that the bytes between frames would have played, at the rate of the others. Tags of concatenated
 * files don't count.
 */
async function measureUnread(inputPath: string, stream: ScannedStream | undefined): Promise<number> {
  if (stream === undefined || stream.bytes === 0) return 0;
  let unread = 0;
  const file = await open(inputPath);
  try {
    const { size } = await file.stat();
    for (const { position, bytes } of stream.oversized) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxFrameBytes), 0, maxFrameBytes, position);
      if (buffer.subarray(0, bytesRead).includes('ID3')) continue;
      // Space that a recorder reserved and didn't use.
      const rest = buffer.subarray(maxFrameBytes >> 1, bytesRead);
      const isUnused = position + bytes >= size && rest.every((byte) => byte === 0);
      if (!isUnused) unread += bytes;
    }
  } finally {
    await file.close();
  }
  return (unread / stream.bytes) * stream.timeline.soundSeconds;
}

async function measureDecoded(
  inputPath: string,
  stream: SoundStream,
  checkPath: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal | undefined },
): Promise<number> {
  const { inputs, filter } = await plainGraph(inputPath, stream, { rate });
  const args = [
    ['-nostdin', '-v', 'error', ...inputs, '-filter_complex', filter, '-map', '[sound]', '-ac', '1'],
    ['-threads', '1', '-fs', String(maxSeconds * bytesPerSecond), '-f', 's16le', '-y', `file:${checkPath}`],
  ].flat();
  try {
    await runTool('ffmpeg', args, decodingLimits(maxSeconds, { bytesPerSecond }), signal);
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
