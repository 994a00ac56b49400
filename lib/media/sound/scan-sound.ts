import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { chooseSound, soundEntries, type SoundStream } from '#lib/media/sound/choose-sound';
import type { ClockScale } from '#lib/media/sound/clock/judge-clock';
import {
  readPackets,
  toNumber,
  type PacketReader,
  type ScannedClock,
  type Section,
  type SeenPackets,
} from '#lib/media/sound/read-packets';
import type { Timeline } from '#lib/media/sound/timeline';

/* Scans a file's packets without decoding: half a second for 30 minutes, less if the container is trusted. */

/** The number of packets decoded from the beginning to compare a clock with its sound. */
const decodedPackets = 64;
const frameEntries = ':frame=stream_index,pts_time,nb_samples,pkt_size';

const entries = [
  'packet=stream_index,pts_time,dts_time,duration_time,size,pos,flags',
  'packet_side_data=side_data_type,skip_samples,discard_padding',
  soundEntries.replace('stream=', 'stream=codec_tag_string,profile,sample_rate,bit_rate,nb_frames,'),
  'stream_tags=enc_key_id',
  'format=format_name,start_time,duration,size,probe_score',
].join(':');

/** An audio stream, with facts from its packets; times are seconds of the file's clock. */
export interface ScannedStream extends SoundStream, SeenPackets {
  isPcm: boolean;
  /** The number of frames, or of samples for plain PCM, in the container's index; undefined if there is none. */
  frames: number | undefined;
  sampleRate: number;
  bitRate: number | undefined;
  timeline: Timeline;
  clock: ScannedClock;
}

/** A media file's sound: all of its audio streams, and those that are the recording. */
export interface ScannedSound {
  formatName: string;
  probeScore: number;
  /** The time of its clock at its beginning; undefined if the first packets have none. */
  start: number | undefined;
  claimedSeconds: number | undefined;
  bytes: number | undefined;
  /** True if the sound needs a key: Common Encryption (ISO/IEC 23001-7), FairPlay, or encrypted WebM. */
  isEncrypted: boolean;
  streams: ScannedStream[];
  sound: ScannedStream[];
}

export interface ScanOptions {
  /** The longest hole that stays one; see `followTimeline`. */
  maxHole?: number;
  /** The scale of a clock that runs at a wrong rate. */
  scale?: ClockScale | undefined;
  /** Lists only the packets that a seek past the end finds. */
  isTail?: boolean;
  /** Decodes the first packets, and those at the end, to compare the clock with their sound; only for a tail. */
  checksClock?: boolean;
  dataBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Lists the sound of a media file; `input` has ffmpeg's input arguments. Throws as `runTool` does. */
export async function scanSound(
  input: readonly string[],
  { maxHole, scale, isTail = false, checksClock = false, dataBytes, signal }: ScanOptions,
): Promise<ScannedSound> {
  const packets = new Map<string, PacketReader>();
  const streams = new Map<string | undefined, Section>();
  let format: Section = {};
  let isEncrypted = false;
  let ahead = checksClock ? decodedPackets : 0;
  const getReader = ({ stream_index: index = '' }: Section): PacketReader => {
    const reader = packets.get(index) ?? readPackets({ maxHole, scale });
    packets.set(index, reader);
    return reader;
  };
  const onLine = (line: string): void => {
    const [kind, section] = readSection(line);
    if (kind === 'stream') {
      // Streams of a broadcast's program are listed first without their tags.
      streams.delete(section['index']);
      streams.set(section['index'], section);
    }
    if (section['side_data_type'] === 'Encryption info') isEncrypted = true;
    if (kind === 'format') format = section;
    if (kind === 'frame') getReader(section).addFrame(section);
    if (kind !== 'packet') return;
    // Packets at the beginning are not the tail.
    if (ahead > 0) ahead -= 1;
    else getReader(section).add(section);
  };
  const interval = isTail ? ['-read_intervals', `${checksClock ? `%+#${decodedPackets},` : ''}9999999%`] : [];
  const args = ['-v', 'error', ...input, ...interval, '-select_streams', 'a'];
  const { stderr } = await runTool(
    'ffprobe',
    [...args, '-show_entries', checksClock ? entries + frameEntries : entries, '-of', 'compact'],
    { ...readingLimits(2), dataBytes },
    signal,
    { onLine },
  );
  // When out of memory, ffmpeg 5.1 continues with the part of MP4's table that it could keep.
  if (stderr.includes('Cannot add index entry')) {
    throw new ToolFailure('ffprobe ran out of memory', stderr, 'limited');
  }
  const start = toNumber(format['start_time']);
  // The time before the last packets is not a hole.
  const begin = isTail ? Number.NaN : (start ?? 0) * (scale?.clock ?? 1);
  const scanned = [...streams.values()].map((stream) =>
    toStream(stream, packets.get(stream['index'] ?? ''), begin),
  );
  return {
    formatName: format['format_name'] ?? '',
    probeScore: toNumber(format['probe_score']) ?? 0,
    start,
    claimedSeconds: toNumber(format['duration']),
    bytes: toNumber(format['size']),
    isEncrypted: isEncrypted || [...streams.values()].some(needsKey),
    streams: scanned,
    sound: chooseSound(scanned),
  };
}

function readSection(line: string): [kind: string, section: Section] {
  const [kind = '', ...fields] = line.split('|');
  return [kind, Object.fromEntries(fields.map((field) => field.split(/=(.*)/s, 2)))];
}

function needsKey(stream: Section): boolean {
  return stream['codec_tag_string'] === 'drms' || stream['tag:enc_key_id'] !== undefined;
}

function toStream(stream: Section, reader: PacketReader | undefined, start: number): ScannedStream {
  const sampleRate = toNumber(stream['sample_rate']) ?? Number.NaN;
  const codec = toText(stream['codec_name']);
  const packets = (reader ?? readPackets()).getPackets({ sampleRate, codec, profile: stream['profile'] });
  const { follower, paddingSeconds, headSeconds, ...seen } = packets;
  const timeline = follower.getTimeline(start);
  const silentSeconds = paddingSeconds + (codec === 'opus' ? headSeconds : 0);
  return {
    index: Number(stream['index']),
    ...(codec !== undefined && { codec_name: codec }),
    isPcm: codec?.startsWith('pcm_') === true,
    channels: toNumber(stream['channels']) ?? Number.NaN,
    channel_layout: toText(stream['channel_layout']),
    disposition: readDisposition(stream),
    tags: { language: stream['tag:language'] },
    frames: toNumber(stream['nb_frames']),
    sampleRate,
    bitRate: toNumber(stream['bit_rate']),
    ...seen,
    end: seen.end - paddingSeconds,
    timeline: {
      ...timeline,
      durationSeconds: Math.max(0, timeline.durationSeconds - silentSeconds),
      soundSeconds: Math.max(0, timeline.soundSeconds - silentSeconds),
    },
  };
}

function readDisposition(section: Section): Record<string, number> {
  const prefix = 'disposition:';
  const entries = Object.entries(section).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), Number(value)]));
}

function toText(text: string | undefined): string | undefined {
  return text === undefined || /^(unknown|N\/A)$/.test(text) ? undefined : text;
}
