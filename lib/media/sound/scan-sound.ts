import { runTool, ToolFailure } from '#lib/media/run-tool';
import { chooseSound, soundEntries, type SoundStream } from '#lib/media/sound/choose-sound';
import { followTimeline, type Timeline, type TimelineFollower } from '#lib/media/sound/timeline';

/* Scans a file's packets without decoding: half a second for 30 minutes, less if the container is trusted. */

const limits = { cpuSeconds: 120, wallSeconds: 240, fileBytes: 0 };

const entries = [
  'packet=stream_index,pts_time,dts_time,duration_time,size,pos,flags',
  'packet_side_data=side_data_type,skip_samples,discard_padding',
  soundEntries.replace('stream=', 'stream=codec_tag_string,sample_rate,bit_rate,nb_frames,'),
  'stream_tags=enc_key_id',
  'format=format_name,start_time,duration,size,probe_score',
].join(':');

/** An audio stream, as its packets show it; times are seconds of the file's clock. */
export interface ScannedStream extends SoundStream {
  isPcm: boolean;
  /** The number of frames, and of plain PCM of samples, in the container's index; undefined where there is none. */
  frames: number | undefined;
  sampleRate: number;
  bitRate: number | undefined;
  packets: number;
  end: number;
  timeline: Timeline;
  /** Bytes of its packets, but for those of `oversized`. */
  bytes: number;
  /** Packets with more bytes than a frame may have, of a format without a container: ffmpeg adds to a frame whatever follows it. */
  oversized: Array<{ position: number; bytes: number }>;
}

/** A media file's sound: all of its audio streams, and those that are the recording. */
export interface ScannedSound {
  formatName: string;
  probeScore: number;
  start: number;
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
  /** Lists no more than the packets past the end, which a player would jump to. */
  isTail?: boolean;
  dataBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Lists the sound of a media file, for which `input` are ffmpeg's input arguments. Throws as `runTool` does. */
export async function scanSound(
  input: readonly string[],
  { maxHole, isTail = false, dataBytes, signal }: ScanOptions,
): Promise<ScannedSound> {
  const packets = new Map<string, PacketReader>();
  const streams: Section[] = [];
  let format: Section = {};
  let isEncrypted = false;
  const onLine = (line: string): void => {
    const [kind, section] = readSection(line);
    if (kind === 'stream') streams.push(section);
    if (section['side_data_type'] === 'Encryption info') isEncrypted = true;
    if (kind === 'format') format = section;
    if (kind !== 'packet') return;
    const index = section['stream_index'] ?? '';
    const reader = packets.get(index) ?? readPackets(maxHole);
    packets.set(index, reader);
    reader.add(section);
  };
  const interval = isTail ? ['-read_intervals', '9999999%'] : [];
  const args = ['-v', 'error', ...input, ...interval, '-select_streams', 'a'];
  const { stderr } = await runTool(
    'ffprobe',
    [...args, '-show_entries', entries, '-of', 'compact'],
    { ...limits, dataBytes },
    signal,
    { onLine },
  );
  // Short of memory, ffmpeg 5.1 goes on with the part of MP4's table that it could keep.
  if (stderr.includes('Cannot add index entry')) {
    throw new ToolFailure('ffprobe ran out of memory', stderr, 'limited');
  }
  const start = toNumber(format['start_time']) ?? 0;
  // The time before the last packets is no hole.
  const begin = isTail ? Number.NaN : start;
  const scanned = streams.map((stream) => toStream(stream, packets.get(stream['index'] ?? ''), begin));
  return {
    formatName: format['format_name'] ?? '',
    probeScore: toNumber(format['probe_score']) ?? 0,
    start,
    claimedSeconds: toNumber(format['duration']),
    bytes: toNumber(format['size']),
    isEncrypted: isEncrypted || streams.some(needsKey),
    streams: scanned,
    sound: chooseSound(scanned),
  };
}

type Section = Record<string, string | undefined>;

function readSection(line: string): [kind: string, section: Section] {
  const [kind = '', ...fields] = line.split('|');
  return [kind, Object.fromEntries(fields.map((field) => field.split(/=(.*)/s, 2)))];
}

function needsKey(stream: Section): boolean {
  return stream['codec_tag_string'] === 'drms' || stream['tag:enc_key_id'] !== undefined;
}

interface PacketReader {
  add(packet: Section): void;
  getPackets(sampleRate: number): Pick<ScannedStream, 'packets' | 'end' | 'bytes' | 'oversized'> & {
    follower: TimelineFollower;
    paddingSeconds: number;
    /** The length of packets that Opus can't have: of a recording appended under the same serial number, ffmpeg 5.1 lists the heads. */
    headSeconds: number;
  };
}

/**
 * A packet lasts until the next one, whatever it says of itself: containers round, and where the sample rate changes in the
 * middle, ffmpeg goes on with the first one. If the next one comes later than this, in seconds, there is a hole between them.
 */
const shortestHoleSeconds = 0.1;
/** The same for one that doesn't say how long it lasts. */
const longestPacketSeconds = 1;
/** No codec has longer packets. */
const maxStatedSeconds = 10;
/** The largest frame of MPEG audio, AC-3 and ADTS: 13 bits for its length (ISO/IEC 13818-7, 6.2). */
export const maxFrameBytes = 8191;
const maxOversized = 1000;
/** RFC 6716, 3.2.5. */
const maxOpusSeconds = 0.12;

function readPackets(maxHole: number | undefined): PacketReader {
  const follower = followTimeline(maxHole);
  const seen: Pick<ScannedStream, 'packets' | 'end' | 'bytes' | 'oversized'> = {
    ...{ packets: 0, end: 0, bytes: 0, oversized: [] },
  };
  let padding: Array<{ samples: number; seconds: number }> = [];
  let last: { from: number | undefined; seconds: number } | undefined;
  let usualSeconds = 0;
  let headSeconds = 0;
  const finish = (next: number | undefined): void => {
    if (last === undefined) return;
    const { from, seconds: stated } = last;
    const untilNext = from === undefined || next === undefined ? Number.NaN : next - from;
    const longest = stated > 0 ? stated + shortestHoleSeconds : longestPacketSeconds;
    const seconds = untilNext > 0 && untilNext <= longest ? untilNext : stated || usualSeconds;
    follower.add(from, seconds);
    seen.end = Math.max(seen.end, (from ?? seen.end) + seconds);
    usualSeconds = seconds;
    if (stated > maxOpusSeconds) headSeconds += seconds;
    last = undefined;
  };
  return {
    add(packet) {
      // One that an edit list leaves out isn't heard.
      if (packet['flags']?.includes('D') === true) return;
      const from = toNumber(packet['pts_time']) ?? toNumber(packet['dts_time']);
      const stated = toNumber(packet['duration_time']) ?? 0;
      const seconds = stated > 0 && stated <= maxStatedSeconds ? stated : 0;
      finish(from);
      last = { from, seconds };
      seen.packets += 1;
      const bytes = toNumber(packet['size']) ?? 0;
      const isOversized = bytes > maxFrameBytes && seen.oversized.length < maxOversized;
      if (isOversized) seen.oversized.push({ position: toNumber(packet['pos']) ?? 0, bytes });
      else seen.bytes += bytes;
      const samples = (toNumber(packet['skip_samples']) ?? 0) + (toNumber(packet['discard_padding']) ?? 0);
      // Codecs need padding at the beginning and at the end.
      padding = [...padding.slice(0, 1), { samples, seconds }];
    },
    getPackets(sampleRate) {
      finish(undefined);
      const paddingSeconds = padding
        .map(({ samples, seconds }) => ({ padded: samples / sampleRate, seconds }))
        // Ogg has taken the padding off the packet's duration already, which is then shorter than it.
        .filter(({ padded, seconds }) => padded <= seconds)
        .reduce((sum, { padded }) => sum + padded, 0);
      return { ...seen, follower, paddingSeconds, headSeconds };
    },
  };
}

function toStream(stream: Section, reader: PacketReader | undefined, start: number): ScannedStream {
  const sampleRate = toNumber(stream['sample_rate']) ?? Number.NaN;
  const packets = (reader ?? readPackets(undefined)).getPackets(sampleRate);
  const { follower, paddingSeconds, headSeconds, ...seen } = packets;
  const timeline = follower.getTimeline(start);
  const codec = toText(stream['codec_name']);
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

function toNumber(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
}
