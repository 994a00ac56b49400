import { followClock, type ClockScale, type ClockStretch } from '#lib/media/sound/clock/judge-clock';
import { followTimeline, type TimelineFollower } from '#lib/media/sound/timeline';

/* Reads the lines in which ffprobe lists the packets and the decoded frames of one stream. */

/** The fields of a line by their names. */
export type Section = Record<string, string | undefined>;

/** The packets of a stream; times are seconds of the file's clock. */
export interface SeenPackets {
  packets: number;
  end: number;
  /** The bytes of its packets, without those of `oversized`. */
  bytes: number;
  /**
   * Packets with more bytes than a frame may have, in a format without a container: ffmpeg appends to a frame whatever
   * follows it.
   */
  oversized: Array<{ position: number; bytes: number }>;
}

/** Properties of a stream that ffprobe lists after its packets. */
interface DescribedStream {
  sampleRate: number;
  codec: string | undefined;
  profile: string | undefined;
}

export interface PacketReader {
  add(packet: Section): void;
  /** Adds a frame decoded from one of the packets. */
  addFrame(frame: Section): void;
  getPackets(stream: DescribedStream): SeenPackets & {
    follower: TimelineFollower;
    paddingSeconds: number;
    /**
     * The length of packets too long for Opus: ffmpeg 5.1 lists the headers of a recording appended under the same
     * serial number.
     */
    headSeconds: number;
    clock: ScannedClock;
  };
}

/**
 * A packet lasts until the next one, regardless of its stated length: containers round, and if the sample rate changes
 * midway, ffmpeg continues with the first one. If the next one comes later than this, in seconds, there is a hole
 * between them.
 */
const shortestHoleSeconds = 0.1;
/** The same for a packet without a stated length. */
const longestPacketSeconds = 1;
/** No codec has longer packets. */
const maxStatedSeconds = 10;
/** The largest frame of MPEG audio, AC-3 and ADTS: 13 bits for its length (ISO/IEC 13818-7, 6.2). */
export const maxFrameBytes = 8191;
const maxOversized = 1000;
/** RFC 6716, 3.2.5. */
const maxOpusSeconds = 0.12;

/**
 * Few bytes that last this many seconds are silence that was hardly sent (RFC 6716, 2.1.9), not a clock at a wrong
 * rate.
 */
const pauseBytes = 80;
const leastPauseSeconds = 0.3;
/** A packet this small has no speech. */
const emptyBytes = 3;
/** Less is inaccurate, because times are rounded. */
const leastMeasuredSeconds = 0.1;

/** Measurements that show if the clock of a stream runs at the rate of its sound. */
export interface ScannedClock {
  /** By the lengths that packets state. */
  stretches: readonly ClockStretch[];
  /** Clock seconds per second of sound, by the samples of the decoded frames. */
  rate: number | undefined;
  /** True if most packets stand for silence that wasn't sent. */
  isDiscontinuous: boolean;
}

/** Reads packets; holes of up to `maxHole` seconds stay holes, and times are multiplied by the scale. */
export function readPackets({
  maxHole,
  scale = { clock: 1, lengths: 1 },
}: { maxHole?: number | undefined; scale?: ClockScale | undefined } = {}): PacketReader {
  const follower = followTimeline(maxHole);
  const seen: SeenPackets = { packets: 0, end: 0, bytes: 0, oversized: [] };
  const clock = followClock();
  const frames: Section[] = [];
  let pauses = 0;
  let padding: Array<{ samples: number; seconds: number }> = [];
  let last: { from: number | undefined; seconds: number; bytes: number } | undefined;
  let usualSeconds = 0;
  let longestSeconds = 0;
  let headSeconds = 0;
  const finish = (next: number | undefined, codec?: string): void => {
    if (last === undefined) return;
    const { from } = last;
    // With an edit list, MP4's last packet fills the claimed length. Only blocks of WavPack may have any length.
    const isLonger = longestSeconds > 0 && last.seconds > longestSeconds;
    const isFilled = next === undefined && isLonger && codec !== 'wavpack';
    const stated = isFilled ? usualSeconds : last.seconds;
    const untilNext = from === undefined || next === undefined ? Number.NaN : next - from;
    const longest = stated > 0 ? stated + shortestHoleSeconds : longestPacketSeconds;
    const seconds = untilNext > 0 && untilNext <= longest ? untilNext : stated || usualSeconds;
    follower.add(from, seconds);
    seen.end = Math.max(seen.end, (from ?? seen.end) + seconds);
    usualSeconds = seconds;
    longestSeconds = Math.max(longestSeconds, stated);
    if (stated > maxOpusSeconds) headSeconds += seconds;
    if (isPause(last.bytes, untilNext)) {
      pauses += 1;
      clock.skip();
    } else clock.add(from, stated);
    last = undefined;
  };
  return {
    add(packet) {
      // A packet that an edit list leaves out isn't played.
      if (packet['flags']?.includes('D') === true) return;
      const time = toNumber(packet['pts_time']) ?? toNumber(packet['dts_time']);
      const from = time && time * scale.clock;
      const stated = (toNumber(packet['duration_time']) ?? 0) * scale.lengths;
      const bytes = toNumber(packet['size']) ?? 0;
      const seconds = stated > 0 && stated <= maxStatedSeconds ? stated : 0;
      finish(from);
      last = { from, seconds, bytes };
      seen.packets += 1;
      const isOversized = bytes > maxFrameBytes && seen.oversized.length < maxOversized;
      if (isOversized) seen.oversized.push({ position: toNumber(packet['pos']) ?? 0, bytes });
      else seen.bytes += bytes;
      const samples = (toNumber(packet['skip_samples']) ?? 0) + (toNumber(packet['discard_padding']) ?? 0);
      // Codecs need padding at the beginning and at the end.
      padding = [...padding.slice(0, 1), { samples, seconds }];
    },
    addFrame: (frame) => void frames.push(frame),
    getPackets({ sampleRate, codec, profile }) {
      finish(undefined, codec);
      const paddingSeconds = padding
        .map(({ samples, seconds }) => ({ padded: samples / sampleRate, seconds }))
        // Ogg has already subtracted the padding from the packet's duration, which is then shorter than it.
        .filter(({ padded, seconds }) => padded <= seconds)
        .reduce((sum, { padded }) => sum + padded, 0);
      const isDiscontinuous = pauses > seen.packets / 2;
      const rate = measureRate(frames, sampleRate, profile);
      const known = { stretches: clock.stretches, rate, isDiscontinuous };
      return { ...seen, follower, paddingSeconds, headSeconds, clock: known };
    },
  };
}

function isPause(bytes: number, untilNext: number): boolean {
  return bytes <= emptyBytes || (bytes <= pauseBytes && untilNext >= leastPauseSeconds);
}

/** Returns the clock seconds per second of decoded samples; undefined for too few frames. */
function measureRate(
  frames: readonly Section[],
  sampleRate: number,
  profile: string | undefined,
): number | undefined {
  // A frame of AAC-LC has 1024 samples. One of 2048 has spectral band replication, at twice the rate.
  const isDoubled = profile === 'LC' && frames.some((frame) => frame['nb_samples'] === '2048');
  const samplesPerSecond = isDoubled ? 2 * sampleRate : sampleRate;
  const rates: number[] = [];
  let stretch = { soundSeconds: 0, clockSeconds: 0 };
  for (const [at, frame] of frames.entries()) {
    const untilNext =
      (toNumber(frames[at + 1]?.['pts_time']) ?? Number.NaN) - (toNumber(frame['pts_time']) ?? Number.NaN);
    stretch.soundSeconds += (toNumber(frame['nb_samples']) ?? 0) / samplesPerSecond;
    stretch.clockSeconds += isPause(toNumber(frame['pkt_size']) ?? 0, untilNext) ? Number.NaN : untilNext;
    if (stretch.soundSeconds < leastMeasuredSeconds) continue;
    const rate = stretch.clockSeconds / stretch.soundSeconds;
    if (!Number.isNaN(rate)) rates.push(rate);
    stretch = { soundSeconds: 0, clockSeconds: 0 };
  }
  return rates.toSorted((a, b) => a - b)[rates.length >> 1];
}

export function toNumber(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
}
