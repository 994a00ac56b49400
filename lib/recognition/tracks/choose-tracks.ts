import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chooseSound, groupSound, type SoundStream } from '#lib/media/sound/choose-sound';
import { findGain } from '#lib/media/sound/compare-tracks';
import { decodeTrack } from '#lib/media/sound/decode-track';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { measureLevels, trackFrameMs, trackFrames } from '#lib/media/sound/frames';
import { readLanguageTag } from '#lib/media/sound/read-language-tag';
import { readTitle } from '#lib/media/sound/read-sound-role';
import type { AudioTracksOption } from '#lib/recognition/options/options';
import type { AudioTrack, LeftOut } from '#lib/recognition/tracks/audio-track';
import { coversSpeech, hasVoice, type Listener, type TrackSound } from '#lib/recognition/tracks/find-voice';

/** The streams of a file to recognize. */
export interface TrackChoice {
  streams: SoundStream[];
  /** Only this part of a surround stream; left out for all of it. */
  part?: 'center';
  /** All tracks of the file; left out if there is one and all of it is used. */
  tracks?: AudioTrack[];
}

/** A media file on this disk, its audio streams in order, and a folder for decoded sound. */
export interface TrackSource {
  mediaPath: string;
  streams: readonly SoundStream[];
  folder: string;
}

export interface TrackOptions {
  /** The spoken language as a BCP 47 tag, or the engine's only one; left out if unknown. */
  language?: string | undefined;
  audioTracks?: AudioTracksOption | undefined;
}

/** More tracks come only from devices with one per microphone, all of which are then recognized. */
const maxListened = 16;
/** The decoded sound of all tracks may take up to 2 GB. */
const maxListenedSeconds = 2e9 / 32_000;
/** In a mix, the same sound may be this much quieter, and is still understood. */
const minPartDb = -12;

/** The channel layouts of ffmpeg with a center channel. */
const centered =
  /^(3\.[01]|4\.[01]|[57]\.[01]|5\.[01]\(side\)|6\.[01]|6\.1\(back\)|7\.0\(front\)|7\.1\(wide(-side)?\)|hexagonal)$/;

/**
 * Chooses the audio streams of a file to recognize: the requested ones, or by the file's metadata and by analyzing the
 * sound. The streams of a group (`groupSound`) are decoded once; silent ones, those without speech, copies, and parts
 * of a mix are left out, and all others are recognized. If a group has no speech, the next one is tried. A surround
 * stream whose speech is all in the center is recognized from there. A file with one mono or stereo stream costs
 * nothing. Throws `InvalidMedia` for a track that doesn't exist, and the signal's reason if aborted.
 */
export async function chooseTracks(
  { mediaPath, streams, folder }: TrackSource,
  { language, audioTracks = 'auto' }: TrackOptions,
  listener: Listener,
): Promise<TrackChoice> {
  if (audioTracks !== 'auto') return chooseAsked(streams, audioTracks);
  const { groups, differences } = groupSound(streams, language);
  const reasons = new Map<SoundStream, LeftOut>();
  const decoded = new DecodedTracks({ mediaPath, streams, folder }, listener);
  try {
    const used = await chooseGroup(groups, { decoded, reasons, fallback: chooseSound(streams, language) });
    const part = (await isCentered(used, decoded, listener)) ? 'center' : undefined;
    if (streams.length < 2 && part === undefined) return { streams: used };
    return describe(streams, {
      used,
      part,
      getReason: (stream) => reasons.get(stream) ?? differences.get(stream) ?? 'version',
    });
  } finally {
    await decoded.end();
  }
}

function chooseAsked(streams: readonly SoundStream[], asked: 'all' | readonly number[]): TrackChoice {
  const wanted = asked === 'all' ? streams : asked.map((number) => streams[number - 1]);
  const missing = wanted.findIndex((stream) => stream === undefined);
  if (asked !== 'all' && missing >= 0 && streams.length > 0) {
    throw new InvalidMedia(mediaFaults.noTrack(asked[missing] ?? 0, streams.length));
  }
  const used = streams.filter((stream) => wanted.includes(stream));
  if (streams.length < 2) return { streams: used };
  return describe(streams, { used, part: undefined, getReason: () => 'not-chosen' });
}

interface GroupContext {
  decoded: DecodedTracks;
  /** The reasons, found in the sound, to leave out streams. */
  reasons: Map<SoundStream, LeftOut>;
  /** The streams to use if none has speech. */
  fallback: SoundStream[];
}

async function chooseGroup(
  groups: SoundStream[][],
  { decoded, reasons, fallback }: GroupContext,
): Promise<SoundStream[]> {
  if (groups.flat().length < 2) return fallback;
  for (const group of groups) {
    if (group.length > maxListened) return group.every(({ channels }) => channels === 1) ? fallback : group;
    const voiced: SoundStream[] = [];
    for (const stream of group) {
      const reason = await decoded.findFault(stream);
      if (reason === undefined) voiced.push(stream);
      else reasons.set(stream, reason);
    }
    const used = await leaveOutRepeated(voiced, { decoded, reasons });
    if (used.length > 0) return used;
  }
  for (const stream of fallback) reasons.delete(stream);
  return fallback;
}

async function leaveOutRepeated(
  streams: SoundStream[],
  { decoded, reasons }: Pick<GroupContext, 'decoded' | 'reasons'>,
): Promise<SoundStream[]> {
  const kept = new Set(streams);
  const ranked = streams.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  for (const stream of ranked.toReversed()) {
    for (const other of ranked) {
      if (other === stream || !kept.has(other)) continue;
      const [inner, outer] = [await decoded.get(stream), await decoded.get(other)];
      const gain = findGain(inner.levels, outer.levels);
      if (gain === undefined) continue;
      const isMutual = findGain(outer.levels, inner.levels) !== undefined;
      if (!isMutual && gain < minPartDb) continue;
      kept.delete(stream);
      reasons.set(stream, isMutual ? 'duplicate' : 'part-of-mix');
      break;
    }
  }
  return streams.filter((stream) => kept.has(stream));
}

function isDefault({ disposition }: SoundStream): boolean {
  return disposition?.['default'] === 1;
}

/** True if there is one surround stream, and all its speech is in the center. */
async function isCentered(
  [only, ...others]: readonly SoundStream[],
  decoded: DecodedTracks,
  listener: Listener,
): Promise<boolean> {
  if (only === undefined || others.length > 0 || listener.voiceActivity === undefined) return false;
  if (!centered.test(only.channel_layout ?? '')) return false;
  const center = await decoded.get(only, 'center');
  const surroundings = await decoded.get(only, 'surroundings');
  return center.isReadable && surroundings.isReadable && coversSpeech(center, surroundings, listener);
}

/** The sound of the streams of a file, each decoded once on first use. */
class DecodedTracks {
  readonly #source: TrackSource;
  readonly #listener: Listener;
  readonly #sounds = new Map<string, Promise<TrackSound & { isReadable: boolean }>>();
  readonly #maxSeconds: number;

  constructor(source: TrackSource, listener: Listener) {
    this.#source = source;
    this.#listener = listener;
    this.#maxSeconds = Math.ceil(maxListenedSeconds / Math.max(2, source.streams.length));
  }

  /**
   * Returns the reason that a stream has no speech; undefined if it has some, or may have some after the decoded part.
   */
  async findFault(stream: SoundStream): Promise<'unreadable' | 'no-speech' | undefined> {
    const { isReadable, ...sound } = await this.get(stream);
    if (!isReadable && sound.levels.length === 0) return 'unreadable';
    const isWhole = sound.levels.length * trackFrameMs < (this.#maxSeconds - 1) * 1000;
    return !isWhole || (await hasVoice(sound, this.#listener)) ? undefined : 'no-speech';
  }

  get(stream: SoundStream, part?: 'center' | 'surroundings'): Promise<TrackSound & { isReadable: boolean }> {
    const name = `track-${stream.index}${part === undefined ? '' : `-${part}`}.s16le`;
    const heard = this.#sounds.get(name) ?? this.#decode(name, stream, part);
    this.#sounds.set(name, heard);
    return heard;
  }

  async #decode(name: string, stream: SoundStream, part: 'center' | 'surroundings' | undefined) {
    const { mediaPath, folder } = this.#source;
    const { signal } = this.#listener;
    const pcmPath = path.join(folder, name);
    const what = { stream, maxSeconds: this.#maxSeconds, signal, ...(part !== undefined && { part }) };
    const isReadable = await decodeTrack(mediaPath, pcmPath, what);
    return { pcmPath, isReadable, levels: await measureLevels(pcmPath, trackFrames, signal) };
  }

  async end(): Promise<void> {
    for (const name of this.#sounds.keys()) await rm(path.join(this.#source.folder, name), { force: true });
  }
}

function describe(
  streams: readonly SoundStream[],
  {
    used,
    part,
    getReason,
  }: { used: SoundStream[]; part: 'center' | undefined; getReason: (stream: SoundStream) => LeftOut },
): TrackChoice {
  const tracks = streams.map((stream, at): AudioTrack => {
    const language = readLanguageTag(stream);
    const title = readTitle(stream);
    const isUsed = used.includes(stream);
    return {
      number: at + 1,
      ...(language !== undefined && { language }),
      ...(title !== undefined && { title }),
      ...(stream.channels > 0 && { channels: stream.channels }),
      used: isUsed,
      ...(isUsed && part !== undefined && { center: true }),
      ...(!isUsed && { leftOut: getReason(stream) }),
    };
  });
  return { streams: used, tracks, ...(part !== undefined && { part }) };
}
