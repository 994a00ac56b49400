import { open } from 'node:fs/promises';
import path from 'node:path';
import { findParts, type Part } from '#lib/media/find-parts';
import { InvalidMedia, looksLikePlaylist, mediaFaults } from '#lib/media/media-failure';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { findLongestHole } from '#lib/media/sound/find-longest-hole';
import { scanSound, type ScannedSound, type ScanOptions } from '#lib/media/sound/scan-sound';
import { hasOwnClock, trustTail } from '#lib/media/sound/trust-tail';
import { understatesLength } from '#lib/media/wav-length';
import { recordingFormats } from '#lib/recording-formats';

/*
 * A container's own length can be missing, estimated or untrue, and the length is charged. So the
 * packets of its sound are listed (`scanSound`), and followed as they will be when they are decoded (`followTimeline`). Where a container's index
 * can be checked against its contents, only its last packets are listed: ordinary recordings take a tenth of a second.
 */

/** ffmpeg's demuxers that may read a stranger's file: single-file containers only, nothing that names others. */
const containers = recordingFormats.flatMap(({ demuxers }) => demuxers).join();

// A format known by the file's name alone has score 1, real content 24 and more.
const minProbeScore = 10;

/** More than any level of H.264, H.265 or AV1 has, in pixels. */
const maxPicturePixels = 8192 * 8192;

/**
 * ffmpeg's input arguments for a stranger's file: no demuxer may open anything but that file, and no cover is decoded,
 * which both tools would do to learn its size. Recordings that are appended to one another are read one after the other, as far
 * as their sound is of one kind.
 */
export async function inputArguments(inputPath: string): Promise<string[]> {
  const file = path.resolve(inputPath);
  const { heard } = await findParts(file, describeSound);
  if (heard.length <= 1) {
    const url = heard[0] === undefined ? `file:${file}` : toUrl(file, heard[0]);
    return argumentsFor(url, understatesLength(file) ? ['-ignore_length', '1'] : []);
  }
  // The only list that ffmpeg is given, and it is ours.
  const lines = heard.map((part) => `file '${toUrl(file, part).replaceAll("'", String.raw`'\''`)}'`);
  const list = Buffer.from(['ffconcat version 1.0', ...lines, ''].join('\n')).toString('base64');
  return argumentsFor(`data:text/plain;base64,${list}`, ['-f', 'concat', '-safe', '0']);
}

function argumentsFor(url: string, options: readonly string[] = []): string[] {
  const isList = url.startsWith('data:');
  return [
    ['-protocol_whitelist', isList ? 'file,subfile,data' : 'file,subfile'],
    ['-format_whitelist', isList ? `concat,${containers}` : containers, '-threads', '1'],
    // V is every video stream but covers. The two must be spelled differently: case does not count in a repetition.
    ['-max_pixels', '1', '-max_pixels:V', String(maxPicturePixels)],
    [...options, '-i', url],
  ].flat();
}

function toUrl(file: string, { from, end }: Part): string {
  return `subfile,,start,${from},end,${end},,:${file}`;
}

/** Codecs whose frames say how many channels they have. */
const isSelfDescribing = /^(aac|ac3|eac3|flac|mp2|mp3|opus)$/;

/** The codec, sample rate and channels of a part's sound; parts of which these differ need decoders of their own. */
async function describeSound(file: string, part: Part): Promise<string> {
  const entries = 'stream=codec_name,sample_rate,channels';
  const args = [
    '-v',
    'error',
    ...argumentsFor(toUrl(file, part)),
    '-select_streams',
    'a',
    '-show_entries',
    entries,
  ];
  try {
    const { stdout } = await runTool('ffprobe', [...args, '-of', 'csv=p=0'], limits);
    const streams = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    return streams
      .map(([codec = '', rate, channels]) =>
        (isSelfDescribing.test(codec) ? [codec, rate] : [codec, rate, channels]).join(),
      )
      .join('\n');
  } catch (error) {
    if (error instanceof ToolFailure) return '';
    throw error;
  }
}

/** The seconds of sound in the appended recordings that `inputArguments` leaves out. */
export async function measureUnheardParts(inputPath: string, options: ScanOptions): Promise<number> {
  const file = path.resolve(inputPath);
  const { unheard } = await findParts(file, describeSound);
  let seconds = 0;
  for (const part of unheard) {
    try {
      const { sound } = await scanSound(argumentsFor(toUrl(file, part)), options);
      seconds += sound[0]?.timeline.soundSeconds ?? 0;
    } catch (error) {
      // Nobody can tell how much it would be.
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
  return seconds;
}

const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };

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
  const isMp4 = /^.{4}(ftyp|moov|mdat|wide|free|skip)/s.test(head);
  const truncated = isMp4 && error.stderr.includes('moov atom not found');
  return new InvalidMedia(truncated ? mediaFaults.truncated : mediaFaults.notMedia, error);
}

/** The first 4 KiB of a file as text, bytes taken for characters. */
export async function readHead(inputPath: string): Promise<string> {
  const file = await open(inputPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('latin1', 0, bytesRead).replace(/^\xEF\xBB\xBF/, '');
  } finally {
    await file.close();
  }
}

async function measure(
  inputPath: string,
  head: string,
  { dataBytes, signal }: ProbeOptions,
): Promise<number> {
  const input = await inputArguments(inputPath);
  if (!hasOwnClock.test(head)) {
    const tail = await scanTail(input, { dataBytes, signal });
    const known = tail && (await trustTail(tail, inputPath));
    if (known !== undefined) return known;
  }
  const scanned = checkSound(await scanSound(input, { dataBytes, signal }));
  const maxHole = await findLongestHole(input, scanned, { dataBytes, signal });
  const { sound } = maxHole === undefined ? scanned : await scanSound(input, { maxHole, dataBytes, signal });
  const seconds = Math.max(...sound.map(({ timeline }) => timeline.durationSeconds));
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
