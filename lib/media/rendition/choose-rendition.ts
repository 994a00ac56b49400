import { z } from 'zod';

/*
 * What ffmpeg is to do for a copy that every browser plays and seeks exactly: H.264 and AAC in MP4, where a table
 * says where each moment lies. Streams that are that already are copied, which takes seconds instead of minutes.
 */

/** How a stream gets into the rendition. */
export type StreamWay = 'copy' | 'encode';

/** A way to make a rendition; without `video` it has sound only. `index` is the stream's number in the file. */
export interface RenditionPlan {
  audio: { way: StreamWay; channels: number };
  video?: { index: number; way: StreamWay; isFast: boolean };
}

/** A picture that is copied has at most as many pixels and bits a second; a smaller one is made of others. */
const maxPixels = 1920 * 1080;
const maxVideoBits = 4_000_000;
const maxAudioBits = 200_000;
const samplesPerFrame = 1024;
/** A longer difference could be heard or seen. */
const slackSeconds = 0.05;

const count = z.coerce.number().catch(Number.NaN);
const stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: count,
  height: count,
  avg_frame_rate: z.string().optional(),
  channels: count,
  sample_rate: count,
  bit_rate: count,
  nb_frames: count,
  duration: count,
  start_time: count,
  disposition: z.object({ attached_pic: z.number(), timed_thumbnails: z.number().optional() }).optional(),
});
type Stream = z.output<typeof stream>;

const listing = z.object({
  streams: z.array(stream),
  format: z.object({ format_name: z.string(), start_time: count, bit_rate: count }),
});
type Listing = z.output<typeof listing>;

/** What ffprobe is asked for, as its option `-show_entries` takes it. */
export const renditionEntries = [
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,avg_frame_rate,channels,sample_rate,bit_rate,nb_frames,duration,start_time',
  'stream_disposition=attached_pic,timed_thumbnails',
  'format=format_name,start_time,bit_rate',
].join(':');

/**
 * The ways to make a rendition of a file that ffprobe lists so (as JSON), the best and fastest first: the next is
 * tried where one fails. Of several streams of a kind the first is taken; a cover is no video.
 */
export function chooseRendition(json: string): RenditionPlan[] {
  const file = listing.parse(JSON.parse(json));
  const sound = file.streams.find(({ codec_type }) => codec_type === 'audio');
  const picture = file.streams.find(isPicture);
  const channels = sound !== undefined && sound.channels === 1 ? 1 : 2;
  const encoded = { way: 'encode', channels } as const;
  const asItIs = { way: sound && isPlayableSound(sound, file) ? 'copy' : 'encode', channels } as const;
  const plans: RenditionPlan[] = [];
  if (picture !== undefined) {
    const { index } = picture;
    const isFast = framesPerSecond(picture) > 31;
    if (isPlayablePicture(picture, file))
      plans.push({ audio: asItIs, video: { index, way: 'copy', isFast } });
    plans.push({ audio: encoded, video: { index, way: 'encode', isFast } });
  } else if (asItIs.way === 'copy') {
    plans.push({ audio: asItIs });
  }
  return [...plans, { audio: encoded }];
}

function isPicture({ codec_type, disposition, width }: Stream): boolean {
  return (
    codec_type === 'video' &&
    disposition?.attached_pic !== 1 &&
    disposition?.timed_thumbnails !== 1 &&
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

/** Without gaps and from the start: a browser would play what follows a gap too early. */
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

function framesPerSecond({ avg_frame_rate: rate = '' }: Stream): number {
  const [frames = Number.NaN, seconds = Number.NaN] = rate.split('/').map(Number);
  return frames / seconds;
}
