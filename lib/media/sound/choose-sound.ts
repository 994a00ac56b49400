import { z } from 'zod';

/*
 * Cameras and field recorders write one mono stream for each microphone: all of them together are the recording. Films,
 * broadcasts and screen recorders write the same sound several times, for different people: one of them is.
 */

const count = z.coerce.number().catch(Number.NaN);

/** An audio stream as ffprobe lists it in JSON; `channels` is NaN where the file doesn't say. */
export const soundStream = z.object({
  index: z.number(),
  codec_name: z.string().optional(),
  channels: count,
  /** Such as `5.1(side)`; missing or `unknown` where the file doesn't say where each channel belongs. */
  channel_layout: z.string().optional(),
  disposition: z.record(z.string(), z.number()).optional(),
  tags: z.object({ language: z.string().optional() }).optional(),
});
export type SoundStream = z.output<typeof soundStream>;

/** What ffprobe is asked for, as its option `-show_entries` takes it. */
export const soundEntries =
  'stream=index,codec_name,channels,channel_layout:stream_disposition:stream_tags=language';

/** The dispositions of a version of the sound for some of the audience. */
const versions = [
  ...['dub', 'original', 'comment', 'lyrics', 'karaoke', 'clean_effects', 'descriptions'],
  ...['hearing_impaired', 'visual_impaired', 'dependent'],
];
/** More than recorders have; each costs as much time as a recording of its own. */
const maxMicrophones = 64;

/**
 * Which of a file's audio streams are the recording: the microphones, where all are mono and none is a version of another,
 * as its language or disposition tells; else the default one, or else the first. Streams of unknown codecs don't count
 * where there are others. Empty where there are none.
 */
export function chooseSound<Stream extends SoundStream>(all: readonly Stream[]): Stream[] {
  const known = all.filter(({ codec_name, channels }) => codec_name !== undefined && channels > 0);
  const streams = known.length > 0 ? known : all;
  if (areMicrophones(streams)) return streams.slice(0, maxMicrophones);
  const main = streams.find(({ disposition }) => disposition?.['default'] === 1) ?? streams[0];
  return main === undefined ? [] : [main];
}

function areMicrophones(streams: readonly SoundStream[]): boolean {
  const languages = streams.flatMap(({ tags }) => tags?.language ?? []).filter((tag) => tag !== 'und');
  return (
    streams.length > 1 &&
    streams.every(({ channels }) => channels === 1) &&
    new Set(languages).size <= 1 &&
    !streams.some(({ disposition = {} }) => versions.some((version) => disposition[version] === 1))
  );
}
