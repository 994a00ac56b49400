import { open } from 'node:fs/promises';
import path from 'node:path';
import { InvalidMedia, looksLikePlaylist, mediaFaults } from '#lib/media/media-failure';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { recordingFormats } from '#lib/recording-formats';

/*
 * How long is it? What a container says of itself can be missing, estimated or untrue (a recording streamed by
 * a browser, an MP3 without a table, a file cut off half-way), and the answer is charged. So ffprobe is asked to
 * seek past the end and to list the packets it finds there: the end of the last one is the end of the recording.
 * That is one process of about 0.1 s for every format. Containers of plain PCM have no packets there, and their
 * length follows from their size; where other files have none, they are read from the beginning.
 */

/** ffmpeg's demuxers that may read a stranger's file: single-file containers only, nothing that names others. */
const containers = recordingFormats.flatMap(({ demuxers }) => demuxers).join();
/** Containers whose claim can be believed: it comes from the last page or from the size. */
const ownMeasure = new Set(['ogg', 'wav', 'w64', 'aiff', 'au', 'caf']);

// What is only known by its name has score 1, real content 24 and more.
const minProbeScore = 10;

const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };

/** More than any level of H.264, H.265 or AV1 has, in pixels. */
const maxPicturePixels = 8192 * 8192;

/**
 * ffmpeg's input arguments for a stranger's file: no demuxer may open anything but that file, and no cover is decoded,
 * which both tools would do to learn its size.
 */
export function inputArguments(inputPath: string): string[] {
  return [
    ['-protocol_whitelist', 'file', '-format_whitelist', containers, '-threads', '1'],
    // V is every video stream but covers. The two must be spelled differently: case does not count in a repetition.
    ['-max_pixels', '1', '-max_pixels:V', String(maxPicturePixels)],
    ['-i', `file:${path.resolve(inputPath)}`],
  ].flat();
}

interface ProbeOptions {
  maxSeconds?: number;
  dataBytes?: number;
  signal?: AbortSignal;
}

/**
 * The length of the media file, exact to about 0.05 s: the latest end of its sound and its picture, so a file that
 * was cut off counts as long as it plays. Throws `InvalidMedia` for a file that can't be transcribed or is longer
 * than `maxSeconds`, another `Error` when the machine is at fault, the signal's reason when aborted. The tool has
 * `dataBytes` of memory of its own, where less than usual is to be used.
 */
export async function probeMedia(
  inputPath: string,
  options: ProbeOptions,
): Promise<{ durationSeconds: number }> {
  const head = await readHead(inputPath);
  if (head === '') throw new InvalidMedia(mediaFaults.empty);
  try {
    const durationSeconds = await measure(inputPath, options);
    if (options.maxSeconds !== undefined && durationSeconds > options.maxSeconds) {
      throw new InvalidMedia(mediaFaults.tooLong(options.maxSeconds));
    }
    return { durationSeconds };
  } catch (error) {
    throw explainRefusal(error, head);
  }
}

/** What to tell the customer when ffmpeg or ffprobe gave up on a file; other errors are returned as they are. */
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

async function measure(inputPath: string, options: ProbeOptions): Promise<number> {
  const tail = await listTail(inputPath, options);
  if (tail?.end !== undefined && isPlausible(tail)) return usable(tail.end);
  if (tail?.claimed !== undefined && ownMeasure.has(tail.format)) return usable(tail.claimed);
  const whole = readListing(await listPackets(inputPath, [], options));
  return usable(whole.end);
}

function isPlausible({ format, claimed, end = 0 }: Listing): boolean {
  // ffmpeg 5.1 gives Vorbis packets wrong times after a seek where a picture is beside them (up to 74 hours off).
  return format !== 'ogg' || claimed === undefined || Math.abs(end - claimed) < 0.1;
}

function usable(seconds: number | undefined): number {
  if (seconds === undefined || !(seconds > 0)) throw new InvalidMedia(mediaFaults.noSound);
  return seconds;
}

/** The packets past the end; undefined where ffmpeg can't seek there, as in some files of RealAudio. */
async function listTail(inputPath: string, options: ProbeOptions): Promise<Listing | undefined> {
  try {
    return readListing(await listPackets(inputPath, ['-read_intervals', '9999999%'], options));
  } catch (error) {
    if (error instanceof ToolFailure && error.stderr.includes('Could not seek')) return undefined;
    throw error;
  }
}

async function listPackets(inputPath: string, interval: string[], { dataBytes, signal }: ProbeOptions) {
  const entries = [
    'packet=codec_type,stream_index,pts_time,dts_time,duration_time',
    'packet_side_data=discard_padding',
    'stream=index,codec_type,codec_name,sample_rate,bit_rate',
    'stream_disposition=attached_pic',
    'format=format_name,start_time,duration,size,probe_score',
  ].join(':');
  const { stdout, stderr } = await runTool(
    'ffprobe',
    ['-v', 'error', ...inputArguments(inputPath), ...interval, '-show_entries', entries, '-of', 'compact'],
    { ...limits, dataBytes },
    signal,
  );
  // Short of memory, ffmpeg 5.1 goes on with the part of MP4's table that it could keep.
  if (stderr.includes('Cannot add index entry')) {
    throw new ToolFailure('ffprobe ran out of memory', stderr, 'limited');
  }
  return stdout;
}

interface Listing {
  format: string;
  claimed: number | undefined;
  end: number | undefined;
}

type Section = Record<string, string | undefined>;

/**
 * Reads ffprobe's compact listing of packets, streams and format: the seconds from the media's start to the end
 * of the last packet listed, and the length that the container claims. Refuses what has no sound.
 */
export function readListing(listing: string): Listing {
  const sections = listing.split('\n').map(readSection);
  const format = sections.find(([kind]) => kind === 'format')?.[1];
  if (!format || Number(format['probe_score']) < minProbeScore) throw new InvalidMedia(mediaFaults.notMedia);
  const streams = sections.filter(([kind]) => kind === 'stream').map(([, fields]) => fields);
  if (!streams.some((stream) => stream['codec_type'] === 'audio'))
    throw new InvalidMedia(mediaFaults.noSound);
  const played = new Map(
    streams
      .filter((stream) => /^(audio|video)$/.test(stream['codec_type'] ?? ''))
      .filter((stream) => stream['disposition:attached_pic'] !== '1')
      .map((stream) => [stream['index'], stream]),
  );
  const start = seconds(format['start_time']) ?? 0;
  let end: number | undefined;
  for (const [kind, packet] of sections) {
    const stream = kind === 'packet' ? played.get(packet['stream_index']) : undefined;
    const from = seconds(packet['pts_time']) ?? seconds(packet['dts_time']);
    if (!stream || from === undefined) continue;
    const until = from + lastingSeconds(packet, stream) - start;
    end = Math.max(end ?? until, until);
  }
  return { format: format['format_name'] ?? '', claimed: claimedSeconds(format, streams), end };
}

function claimedSeconds(format: Section, streams: Section[]): number | undefined {
  const claimed = seconds(format['duration']);
  const pcm = streams.find((stream) => stream['codec_name']?.startsWith('pcm_'));
  // AIFF and AU are believed by ffmpeg even where the file is shorter than its header says.
  const held = ((seconds(format['size']) ?? Infinity) * 8) / (seconds(pcm?.['bit_rate']) ?? 0);
  return claimed === undefined || streams.length > 1 || !(held < claimed) ? claimed : held;
}

function lastingSeconds(packet: Section, stream: Section): number {
  const lasts = seconds(packet['duration_time']) ?? 0;
  const padding = (seconds(packet['discard_padding']) ?? 0) / (seconds(stream['sample_rate']) ?? Infinity);
  // Ogg has taken the padding off the packet's duration already, which is then shorter than it.
  return padding < lasts ? lasts - padding : lasts;
}

function readSection(line: string): [string, Section] {
  const [kind = '', ...fields] = line.split('|');
  return [kind, Object.fromEntries(fields.map((field) => field.split(/=(.*)/s, 2)))];
}

function seconds(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
}
