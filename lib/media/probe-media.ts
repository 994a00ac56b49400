import { inputArguments, isMp4, readStart } from '#lib/media/input/input-arguments';
import { InvalidMedia, looksLikePlaylist, mediaFaults } from '#lib/media/media-failure';
import { ToolFailure } from '#lib/media/run-tool';
import { findClockScale } from '#lib/media/sound/clock/find-clock-scale';
import { findLongestHole } from '#lib/media/sound/clock/find-longest-hole';
import { countDecoded } from '#lib/media/sound/count-decoded';
import { changesRate } from '#lib/media/sound/find-rates';
import { scanSound, type ScannedSound, type ScanOptions } from '#lib/media/sound/scan-sound';
import { hasOwnClock, isClocked, trustTail } from '#lib/media/sound/trust-tail';

/*
 * A container's stated length can be missing, estimated, or wrong, and the length is charged. So the packets of its
 * sound are listed (`scanSound`), and followed as in decoding (`followTimeline`). If a container's index can be checked
 * against its contents, only its last packets are listed: ordinary recordings take a tenth of a second.
 */

// A format detected only by the file's name scores 1, real content 24 or more.
const minProbeScore = 10;

/** A week: the maximum length if no other is given. */
const longestSeconds = 7 * 24 * 3600;

interface ProbeOptions {
  maxSeconds?: number;
  dataBytes?: number;
  signal?: AbortSignal;
}

/**
 * Returns the length of a media file's sound, which is the length that `decodeAudio` will yield unless it is damaged,
 * accurate to about 0.05 s. Throws `InvalidMedia` for a file that can't be transcribed or is longer than `maxSeconds`,
 * another `Error` if the machine is at fault, and the signal's reason if aborted. `dataBytes` is the tool's memory, if
 * it is to use less than usual.
 */
export async function probeMedia(
  inputPath: string,
  options: ProbeOptions,
): Promise<{ durationSeconds: number }> {
  const head = await readHead(inputPath);
  if (head === '') throw new InvalidMedia(mediaFaults.empty);
  try {
    const durationSeconds = await measure(inputPath, head, options);
    if (options.maxSeconds !== undefined && durationSeconds > options.maxSeconds) {
      throw new InvalidMedia(mediaFaults.tooLong(options.maxSeconds));
    }
    return { durationSeconds };
  } catch (error) {
    throw explainRefusal(error, head);
  }
}

/** Returns the customer's error if ffmpeg or ffprobe gave up on a file; other errors are returned unchanged. */
export function explainRefusal(error: unknown, head: string): unknown {
  if (error instanceof InvalidMedia && error.detail === mediaFaults.notMedia && looksLikePlaylist(head)) {
    return new InvalidMedia(mediaFaults.playlist, error);
  }
  if (!(error instanceof ToolFailure)) return error;
  if (error.limited) return new InvalidMedia(mediaFaults.tooCostly, error);
  if (looksLikePlaylist(head)) return new InvalidMedia(mediaFaults.playlist, error);
  // A file named .mp4 is detected as one by its name; a real one begins with one of these boxes.
  const truncated = isMp4(head) && error.stderr.includes('moov atom not found');
  return new InvalidMedia(truncated ? mediaFaults.truncated : mediaFaults.notMedia, error);
}

/** Reads the first 4 KiB of a file as Latin-1, without a UTF-8 byte order mark. */
export async function readHead(inputPath: string): Promise<string> {
  return (await readStart(inputPath)).toString('latin1').replace(/^\xEF\xBB\xBF/, '');
}

async function measure(
  inputPath: string,
  head: string,
  { maxSeconds, dataBytes, signal }: ProbeOptions,
): Promise<number> {
  const input = await inputArguments(inputPath);
  let tail: ScannedSound | undefined;
  if (!hasOwnClock.test(head)) {
    tail = await scanTail(input, { checksClock: isClocked(head), dataBytes, signal });
    const known = tail && (await trustTail(tail, { inputPath, input, dataBytes, signal }));
    if (known !== undefined) return known;
  }
  const scanned = checkSound(await scanSound(input, { dataBytes, signal }));
  const scale = await findClockScale(inputPath, { scanned, tail }, { dataBytes, signal });
  if (scale !== undefined) {
    const whole = await inputArguments(inputPath, { ignoresEdits: true });
    const { sound } = await scanSound(whole, { scale, dataBytes, signal });
    return Math.max(...sound.map(({ timeline }) => timeline.durationSeconds));
  }
  const maxHole = await findLongestHole(input, scanned, { dataBytes, signal });
  const { sound } = maxHole === undefined ? scanned : await scanSound(input, { maxHole, dataBytes, signal });
  const [only] = sound.length === 1 ? sound : [];
  const isExact = only !== undefined && (await changesRate(inputPath, scanned.formatName));
  const decoded = isExact
    ? await countDecoded(input, only.index, { maxSeconds: maxSeconds ?? longestSeconds, dataBytes, signal })
    : undefined;
  const seconds = decoded ?? Math.max(...sound.map(({ timeline }) => timeline.durationSeconds));
  if (!(seconds > 0)) throw new InvalidMedia(mediaFaults.noSound);
  return seconds;
}

/** Scans the packets past the end; undefined if ffmpeg can't seek there, as in some RealAudio files. */
async function scanTail(input: readonly string[], options: ScanOptions): Promise<ScannedSound | undefined> {
  try {
    return checkSound(await scanSound(input, { ...options, isTail: true }));
  } catch (error) {
    if (error instanceof ToolFailure && error.stderr.includes('Could not seek')) return undefined;
    throw error;
  }
}

function checkSound(scanned: ScannedSound): ScannedSound {
  // The parts of a list were found by their headers.
  if (!(scanned.probeScore >= minProbeScore || scanned.formatName === 'concat'))
    throw new InvalidMedia(mediaFaults.notMedia);
  if (scanned.isEncrypted) throw new InvalidMedia(mediaFaults.encrypted);
  if (scanned.streams.length === 0) throw new InvalidMedia(mediaFaults.noSound);
  return scanned;
}
