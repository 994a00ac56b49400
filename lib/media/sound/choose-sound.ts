import { z } from 'zod';
import { readLanguageTag } from '#lib/media/sound/read-language-tag';
import { readSoundRole, type SoundRole } from '#lib/media/sound/read-sound-role';

/*
 * Cameras, field and screen recorders write a stream for each source: all of them together are the recording. Films and
 * broadcasts write the same sound several times, for different people: one of them is. What the file says of its streams is
 * read here; who is heard in them only a listener knows (`lib/recognition/tracks`).
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

/** The tags of a stream that ffprobe is asked for, as its option `-show_entries` takes them. */
export const soundTags = 'stream_tags=language,title,name,handler_name';
/** The entries of the option `-show_entries` of ffprobe. */
export const soundEntries = `stream=index,codec_name,channels,channel_layout:stream_disposition:${soundTags}`;

/** Why the file's own words leave a stream out, beside others that are chosen. */
export type SoundDifference = Exclude<SoundRole, 'main'> | 'other-language' | 'unreadable';

/** The streams of a file that belong together, the likeliest recording first, and why each stream is not in the first group. */
export interface SoundGroups<Stream> {
  groups: Stream[][];
  differences: ReadonlyMap<Stream, SoundDifference>;
}

/** More than recorders have; each costs as much time as a recording of its own. */
const maxMicrophones = 64;

/** The streams that are the recording: all of the first group if mono (microphones), else its default or first one. */
export function chooseSound<Stream extends SoundStream>(all: readonly Stream[], language?: string): Stream[] {
  const [group = []] = groupSound(all, language).groups;
  if (group.every(({ channels }) => channels === 1)) return group.slice(0, maxMicrophones);
  const main = group.find(isDefault) ?? group[0];
  return main === undefined ? [] : [main];
}

/**
 * Groups a file's audio streams by what the file says of them: first those in the language asked for (a BCP 47 tag), or else in
 * that of the file's main stream, and in each language the sound itself before what is for some of the audience. The language
 * counts only where there are several: many programs write the same one into each stream. Streams of unknown codecs don't count
 * where there are others.
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

/** The order of choice: the sound with all that belongs to it first, sound without words last. */
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
  // Matroska's flag is set unless a program clears it, so several tell nothing.
  const flagged = defaults.length === 1 ? defaults[0] : undefined;
  return flagged ?? first.find(({ stream }) => stream.disposition?.['original'] === 1) ?? first[0];
}

function byRole(a: SoundRole, b: SoundRole): number {
  return roleOrder.indexOf(a) - roleOrder.indexOf(b);
}

function isDefault({ disposition }: SoundStream): boolean {
  return disposition?.['default'] === 1;
}

/** True if two tags are of one language, whatever its region. */
function isSame(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.split('-')[0] === b.split('-')[0];
}
