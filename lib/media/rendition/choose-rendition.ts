import { z } from 'zod';
import { inputArguments } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { chooseSound, soundStream, soundTags, type SoundStream } from '#lib/media/sound/choose-sound';

/*
 * A copy that every browser plays and seeks exactly is H.264 and AAC in MP4, where a table gives the place of each moment.
 * Streams that are that already are copied, which takes seconds instead of minutes.
 */

/** The source of a rendition's sound: one stream as it is, by its index in the file, or the `soundGraph` of these. */
export type SoundWay = { way: 'copy'; index: number } | { way: 'encode'; streams: readonly SoundStream[] };

/** A way to make the first rendition: sound, with the picture if that is copied. A picture's number is its index in the file. */
export interface RenditionPlan {
  audio: SoundWay;
  copiedPicture?: number;
}

/** The picture of a file, to be encoded where it can't be copied. */
export interface SourcePicture {
  index: number;
  /** True if ffmpeg finds the same moments when it begins in the middle of the file. */
  isSeekable: boolean;
  /** The seconds before the first wanted moment at which it has to begin. */
  leadSeconds: number;
}

/** The recording in a file, and the ways to make a rendition of it, the best and fastest first: the next is tried where one fails. */
export interface RenditionChoice {
  /** All audio streams, in the order in which tracks are numbered. */
  streams: readonly SoundStream[];
  sound: readonly SoundStream[];
  /** The time of the file's clock at its start, in seconds. */
  start: number;
  plans: RenditionPlan[];
  picture?: SourcePicture;
}

/** A picture that is copied has at most as many pixels and bits a second; a smaller one is made of others. */
const maxPixels = 1920 * 1080;
const maxVideoBits = 4_000_000;
const maxAudioBits = 200_000;
const samplesPerFrame = 1024;
/** A longer difference could be heard or seen. */
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

const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };

/** Lists a media file's streams and chooses its rendition (see `chooseRendition`); empty where ffprobe can't list it. */
export async function planRendition(
  inputPath: string,
  signal: AbortSignal | undefined,
  tracks?: readonly number[],
): Promise<RenditionChoice> {
  const args = [
    '-v',
    'error',
    ...(await inputArguments(inputPath)),
    '-show_entries',
    renditionEntries,
    '-of',
    'json',
  ];
  try {
    return chooseRendition((await runTool('ffprobe', args, limits, signal)).stdout, tracks);
  } catch (error) {
    if (error instanceof ToolFailure) return { streams: [], sound: [], start: 0, plans: [] };
    throw error;
  }
}

/** The rendition for ffprobe's JSON: sound of these tracks (from 1) or of `chooseSound`, and the first picture. */
export function chooseRendition(json: string, tracks?: readonly number[]): RenditionChoice {
  const file = listing.parse(JSON.parse(json));
  const streams = file.streams.filter(({ codec_type }) => codec_type === 'audio');
  const sound = tracks?.flatMap((number) => streams[number - 1] ?? []) ?? chooseSound(streams);
  const picture = file.streams.find(isPicture);
  const encoded = { way: 'encode', streams: sound } as const;
  // A browser plays one stream of several.
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
  // There ffmpeg jumps to any picture, and shows nothing before the next whole one.
  if (/^(mpegts|mpeg)$/.test(format.format_name)) return { isSeekable: true, leadSeconds: 10 };
  // Others have no times of their own, or ffmpeg gets them wrong after it has jumped.
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
  // Other containers don't tell when each picture is to be shown.
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

/** Without gaps and from the start: a browser would play sound behind a gap too early. */
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
