import { z } from 'zod';
import { inputArguments } from '#lib/media/input/input-arguments';
import { memoizeByFile } from '#lib/memoize-by-file';
import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { chooseSound, soundStream, soundTags, type SoundStream } from '#lib/media/sound/choose-sound';

/*
 * Every browser plays H.264 and AAC in MP4, and seeks exactly by its index. Streams that already have these codecs are
 * copied, which takes seconds instead of minutes.
 */

/** The source of a rendition's sound: one copied stream, by its index in the file, or these streams' `soundGraph`. */
export type SoundWay = { way: 'copy'; index: number } | { way: 'encode'; streams: readonly SoundStream[] };

/** A plan for the first rendition: sound, and the picture if it is copied, by its index in the file. */
export interface RenditionPlan {
  audio: SoundWay;
  copiedPicture?: number;
}

/** The picture of a file, to be encoded if it can't be copied. */
export interface SourcePicture {
  index: number;
  /** True if timestamps stay the same when ffmpeg seeks into the file. */
  isSeekable: boolean;
  /** The seconds before the wanted start at which decoding has to begin. */
  leadSeconds: number;
}

/** The recording in a file, and plans for its rendition, best and fastest first. If one fails, the next is tried. */
export interface RenditionChoice {
  /** All audio streams, in track order. */
  streams: readonly SoundStream[];
  sound: readonly SoundStream[];
  /** The first timestamp of the file, in seconds. */
  start: number;
  plans: RenditionPlan[];
  picture?: SourcePicture;
}

/** Limits of pixels, and of bits per second, of a copied picture. Others are encoded at a smaller size. */
const maxPixels = 1920 * 1080;
const maxVideoBits = 4_000_000;
const maxAudioBits = 200_000;
const samplesPerFrame = 1024;
/** A longer difference would be audible or visible. */
const slackSeconds = 0.05;

const count = z.coerce.number().catch(Number.NaN);
const stream = soundStream.extend({
  codec_type: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: count,
  height: count,
  sample_rate: count,
  bit_rate: count,
  nb_frames: count,
  duration: count,
  start_time: count,
});
type Stream = z.output<typeof stream>;

const listing = z.object({
  streams: z.array(stream),
  format: z.object({ format_name: z.string(), start_time: count, bit_rate: count }),
});
type Listing = z.output<typeof listing>;

const renditionEntries = [
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,channels,channel_layout,sample_rate,bit_rate,nb_frames,duration,start_time',
  'stream_disposition',
  soundTags,
  'format=format_name,start_time,bit_rate',
].join(':');

const memoizedListing = memoizeByFile<string>();

/** Lists a media file's streams and chooses its rendition (see `chooseRendition`); empty if ffprobe can't list it. */
export async function planRendition(
  inputPath: string,
  signal: AbortSignal | undefined,
  tracks?: readonly number[],
): Promise<RenditionChoice> {
  signal?.throwIfAborted();
  try {
    return chooseRendition(await memoizedListing(inputPath, () => listStreams(inputPath, signal)), tracks);
  } catch (error) {
    if (error instanceof ToolFailure) return { streams: [], sound: [], start: 0, plans: [] };
    throw error;
  }
}

/** Returns ffprobe's JSON for `chooseRendition`. */
async function listStreams(inputPath: string, signal: AbortSignal | undefined): Promise<string> {
  const input = await inputArguments(inputPath);
  const args = ['-v', 'error', ...input, '-show_entries', renditionEntries, '-of', 'json'];
  return (await runTool('ffprobe', args, readingLimits(1), signal)).stdout;
}

/** Chooses a rendition by ffprobe's JSON: sound of these tracks (from 1) or of `chooseSound`, and the first picture. */
export function chooseRendition(json: string, tracks?: readonly number[]): RenditionChoice {
  const file = listing.parse(JSON.parse(json));
  const streams = file.streams.filter(({ codec_type }) => codec_type === 'audio');
  const sound = tracks?.flatMap((number) => streams[number - 1] ?? []) ?? chooseSound(streams);
  const picture = file.streams.find(isPicture);
  const encoded = { way: 'encode', streams: sound } as const;
  // Browsers play only one stream.
  const [only] = sound.length === 1 ? sound : [];
  const isCopied = only !== undefined && isPlayableSound(only, file);
  const best = isCopied ? ({ way: 'copy', index: only.index } as const) : encoded;
  const plans: RenditionPlan[] = [];
  if (picture !== undefined && isPlayablePicture(picture, file))
    plans.push({ audio: best, copiedPicture: picture.index });
  if (isCopied) plans.push({ audio: best });
  plans.push({ audio: encoded });
  const start = file.format.start_time || 0;
  if (picture === undefined) return { streams, sound, start, plans };
  return { streams, sound, start, plans, picture: { index: picture.index, ...describeSeeking(file) } };
}

function describeSeeking({ format }: Listing): Pick<SourcePicture, 'isSeekable' | 'leadSeconds'> {
  // There, ffmpeg seeks to any frame and shows nothing before the next keyframe.
  if (/^(mpegts|mpeg)$/.test(format.format_name)) return { isSeekable: true, leadSeconds: 10 };
  // Others have no timestamps, or ffmpeg gets them wrong after seeking.
  return { isSeekable: /^(mov|matroska|avi)(,|$)/.test(format.format_name), leadSeconds: 0 };
}

function isPicture({ codec_type, disposition, width }: Stream): boolean {
  return (
    codec_type === 'video' &&
    disposition?.['attached_pic'] !== 1 &&
    disposition?.['timed_thumbnails'] !== 1 &&
    width > 0
  );
}

function isMp4({ format }: Listing): boolean {
  return format.format_name.startsWith('mov,');
}

function isPlayablePicture(picture: Stream, file: Listing): boolean {
  // Other containers have no timestamps per frame.
  const hasTimestamps = isMp4(file) || file.format.format_name.startsWith('matroska');
  const bits = Number.isNaN(picture.bit_rate) ? file.format.bit_rate : picture.bit_rate;
  return (
    hasTimestamps &&
    picture.codec_name === 'h264' &&
    /^yuvj?420p$/.test(picture.pix_fmt ?? '') &&
    picture.width * picture.height <= maxPixels &&
    bits <= maxVideoBits
  );
}

/** True if the sound has no gaps and begins at the start: a browser would play sound after a gap too early. */
function isPlayableSound(sound: Stream, file: Listing): boolean {
  const frames = (sound.nb_frames * samplesPerFrame) / sound.sample_rate;
  return (
    isMp4(file) &&
    sound.codec_name === 'aac' &&
    sound.profile === 'LC' &&
    sound.channels <= 2 &&
    sound.bit_rate <= maxAudioBits &&
    Math.abs(sound.start_time - file.format.start_time) < slackSeconds &&
    Math.abs(frames - sound.duration) < slackSeconds
  );
}
