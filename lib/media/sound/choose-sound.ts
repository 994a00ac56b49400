import { z } from 'zod';
import { readLanguageTag } from '#lib/media/sound/read-language-tag';
import { readSoundRole, type SoundRole } from '#lib/media/sound/read-sound-role';

/*
 * Cameras, field and screen recorders write a stream per source: all of them together are the recording. Films and
 * broadcasts have the same sound several times, for different audiences: one of them is the recording. This file reads
 * only the metadata of streams; `lib/recognition/tracks` analyzes their sound.
 */

const count = z.coerce.number().catch(Number.NaN);

/** An audio stream as ffprobe lists it in JSON; `channels` is NaN if the file doesn't state it. */
export const soundStream = z.object({
  index: z.number(),
  codec_name: z.string().optional(),
  channels: count,
  /** Such as `5.1(side)`; missing or `unknown` if the file doesn't state the positions of the channels. */
  channel_layout: z.string().optional(),
  disposition: z.record(z.string(), z.number()).optional(),
  tags: z
    .object({
      language: z.string().optional(),
      title: z.string().optional(),
      name: z.string().optional(),
      handler_name: z.string().optional(),
    })
    .optional(),
});
export type SoundStream = z.output<typeof soundStream>;

/** The stream tags to read, for ffprobe's option `-show_entries`. */
export const soundTags = 'stream_tags=language,title,name,handler_name';
/** The entries for ffprobe's option `-show_entries`. */
export const soundEntries = `stream=index,codec_name,channels,channel_layout:stream_disposition:${soundTags}`;

/** The reason, by the file's metadata, to leave out a stream. */
export type SoundDifference = Exclude<SoundRole, 'main'> | 'other-language' | 'unreadable';

/**
 * The streams of a file that belong together, the likeliest recording first, and the reason that each other stream is
 * not in the first group.
 */
export interface SoundGroups<Stream> {
  groups: Stream[][];
  differences: ReadonlyMap<Stream, SoundDifference>;
}

/** More than recorders have; each takes as much time as a separate recording. */
const maxMicrophones = 64;

/**
 * Returns the streams that are the recording: all of the first group if mono (microphones), else its default or first
 * one.
 */
export function chooseSound<Stream extends SoundStream>(all: readonly Stream[], language?: string): Stream[] {
  const [group = []] = groupSound(all, language).groups;
  if (group.every(({ channels }) => channels === 1)) return group.slice(0, maxMicrophones);
  const main = group.find(isDefault) ?? group[0];
  return main === undefined ? [] : [main];
}

/**
 * Groups a file's audio streams by their metadata: first those in the requested language (a BCP 47 tag), or else in
 * that of the file's main stream, and in each language the main sound before versions for some of the audience. The
 * language counts only if there are several: many programs write the same one into each stream. Streams of unknown
 * codecs don't count if there are others.
 */
export function groupSound<Stream extends SoundStream>(
  all: readonly Stream[],
  language?: string,
): SoundGroups<Stream> {
  const known = all.filter(({ codec_name, channels }) => codec_name !== undefined && channels > 0);
  const streams = known.length > 0 ? known : all;
  const described = streams.map((stream) => ({
    stream,
    role: readSoundRole(stream),
    language: readLanguageTag(stream),
  }));
  const languages = new Set(described.flatMap(({ language: own }) => own ?? []));
  const main = findMain(described);
  const wanted = [language, main?.language].find((tag) => [...languages].some((own) => isSame(own, tag)));
  const isExact = wanted !== undefined && languages.has(wanted);
  const rate = (own: string | undefined): number => {
    if (languages.size < 2 || own === wanted) return 0;
    if (isSame(own, wanted)) return isExact ? 1 : 0;
    return own === undefined ? 2 : 3;
  };
  const groups = new Map<number, Stream[]>();
  const differences = new Map<Stream, SoundDifference>();
  for (const { stream, role, language: own } of described) {
    const rating = 10 * rate(own) + roleOrder.indexOf(role);
    groups.set(rating, [...(groups.get(rating) ?? []), stream]);
    if (role !== 'main') differences.set(stream, role);
    else if (rate(own) > 0) differences.set(stream, own === undefined ? 'version' : 'other-language');
  }
  for (const stream of all) if (!streams.includes(stream)) differences.set(stream, 'unreadable');
  return {
    groups: [...groups].toSorted(([a], [b]) => a - b).map(([, members]) => members),
    differences,
  };
}

/** In order of preference: the complete sound first, sound without words last. */
const roleOrder: readonly SoundRole[] = ['main', 'version', 'audio-description', 'commentary', 'no-dialogue'];

interface Described {
  stream: SoundStream;
  role: SoundRole;
  language: string | undefined;
}

function findMain(described: readonly Described[]): Described | undefined {
  const [role] = described.map((each) => each.role).toSorted(byRole);
  const first = described.filter((each) => each.role === role);
  const defaults = first.filter(({ stream }) => isDefault(stream));
  // Matroska's flag is set unless a program clears it, so several mean nothing.
  const flagged = defaults.length === 1 ? defaults[0] : undefined;
  return flagged ?? first.find(({ stream }) => stream.disposition?.['original'] === 1) ?? first[0];
}

function byRole(a: SoundRole, b: SoundRole): number {
  return roleOrder.indexOf(a) - roleOrder.indexOf(b);
}

function isDefault({ disposition }: SoundStream): boolean {
  return disposition?.['default'] === 1;
}

/** True if two tags have the same language, in any region. */
function isSame(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.split('-')[0] === b.split('-')[0];
}
