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
 * A container's own length can be missing, estimated or untrue, and the length is charged. So the
 * packets of its sound are listed (`scanSound`), and followed as they will be when they are decoded (`followTimeline`). Where a container's index
 * can be checked against its contents, only its last packets are listed: ordinary recordings take a tenth of a second.
 */

// A format known by the file's name alone has score 1, real content 24 and more.
const minProbeScore = 10;

/** A week: where nothing else is said, no recording is longer. */
const longestSeconds = 7 * 24 * 3600;

interface ProbeOptions {
  maxSeconds?: number;
  dataBytes?: number;
  signal?: AbortSignal;
}

/**
 * The length of the media file's sound, which is what `decodeAudio` will make of it unless it is damaged, exact to about 0.05 s.
 * Throws `InvalidMedia` for a file that can't be transcribed or is longer than `maxSeconds`, another `Error` when the machine is
 * at fault, the signal's reason when aborted. The tool has `dataBytes` of memory of its own, where less than usual is to be used.
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

/** The error for the customer when ffmpeg or ffprobe gave up on a file; other errors are returned as they are. */
export function explainRefusal(error: unknown, head: string): unknown {
  if (error instanceof InvalidMedia && error.detail === mediaFaults.notMedia && looksLikePlaylist(head)) {
    return new InvalidMedia(mediaFaults.playlist, error);
  }
  if (!(error instanceof ToolFailure)) return error;
  if (error.limited) return new InvalidMedia(mediaFaults.tooCostly, error);
  if (looksLikePlaylist(head)) return new InvalidMedia(mediaFaults.playlist, error);
  // A file called .mp4 is taken for one by its name; one that is, begins with one of these boxes.
  const truncated = isMp4(head) && error.stderr.includes('moov atom not found');
  return new InvalidMedia(truncated ? mediaFaults.truncated : mediaFaults.notMedia, error);
}

/** The first 4 KiB of a file as text, bytes taken for characters. */
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

/** The packets past the end; undefined where ffmpeg can't seek there, as in some files of RealAudio. */
async function scanTail(input: readonly string[], options: ScanOptions): Promise<ScannedSound | undefined> {
  try {
    return checkSound(await scanSound(input, { ...options, isTail: true }));
  } catch (error) {
    if (error instanceof ToolFailure && error.stderr.includes('Could not seek')) return undefined;
    throw error;
  }
}

function checkSound(scanned: ScannedSound): ScannedSound {
  // Of a list, the parts were found by their beginnings.
  if (!(scanned.probeScore >= minProbeScore || scanned.formatName === 'concat'))
    throw new InvalidMedia(mediaFaults.notMedia);
  if (scanned.isEncrypted) throw new InvalidMedia(mediaFaults.encrypted);
  if (scanned.streams.length === 0) throw new InvalidMedia(mediaFaults.noSound);
  return scanned;
}
