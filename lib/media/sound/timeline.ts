/*
 * A clock in the file states when each piece of a recording's sound plays, and can't be trusted blindly: recordings are
 * concatenated, broadcasts and cameras restart their clock, headers are wrong. So all decoded sound is kept in full and
 * in order, and the clock only determines holes. One that jumps back, or ahead by more than a hole can last, is another
 * clock: the sound continues without a pause. This rule is applied packet by packet when a file is measured, and by
 * ffmpeg, frame by frame, when it is decoded.
 */
/** The longest hole, in seconds, for which the clock of the sound alone is trusted. */
export const maxHoleSeconds = 300;
/** Sound this much too early follows another clock; less is jitter, which the next sound compensates. */
export const maxEarlySeconds = 0.25;
/** Shorter holes are filled once they add up to this, as ffmpeg's resampler does. */
const shortestHoleSeconds = 0.1;

/** More than any recording has; limits the memory that a crafted file can take. */
export const maxListed = 100_000;

export interface Hole {
  /** The sound before it, in seconds. */
  afterSeconds: number;
  seconds: number;
}

/** A change to another clock: the times of the old and the new one, in seconds. */
export interface ClockJump {
  from: number;
  to: number;
}

export interface Timeline {
  /** The length, holes included. */
  durationSeconds: number;
  /** The length without holes. */
  soundSeconds: number;
  holes: Hole[];
  jumps: ClockJump[];
}

/** After a change of the sample rate, packets appear to have gaps shorter than this. */
const shortestSureHoleSeconds = 0.5;

/** Returns the certain holes of sound whose packets may be longer or shorter than they state. */
export function listSureHoles({ holes }: Pick<Timeline, 'holes'>): Hole[] {
  return holes.filter(({ seconds }) => seconds > shortestSureHoleSeconds);
}

export interface TimelineFollower {
  /** Adds the next packet: its start by the clock (undefined if not stated), and its length, in seconds. */
  add(from: number | undefined, lastsSeconds: number): void;
  /** Returns the timeline so far, for media that begin when the clock shows `start`. */
  getTimeline(start: number): Timeline;
}

/** Follows the rule above; holes of up to `maxHole` seconds stay holes. */
export function followTimeline(maxHole: number = maxHoleSeconds): TimelineFollower {
  const line: Timeline = { durationSeconds: 0, soundSeconds: 0, holes: [], jumps: [] };
  let first: number | undefined;
  let offset = 0;
  // The end of the last packet, by its clock and with its offset.
  let clockEnd = 0;
  let end = 0;
  const place = (from: number): number => {
    if (first === undefined) {
      first = from;
      offset = -from;
      return 0;
    }
    const ahead = from + offset - end;
    if (ahead > maxHole || ahead < -maxEarlySeconds) {
      if (line.jumps.length < maxListed) line.jumps.push({ from: clockEnd, to: from });
      offset = end - from;
    }
    return Math.max(end, from + offset);
  };
  return {
    add(from, lastsSeconds) {
      const at = from === undefined ? end : place(from);
      const seconds = at - line.durationSeconds;
      if (seconds > shortestHoleSeconds) {
        if (line.holes.length < maxListed) line.holes.push({ afterSeconds: line.soundSeconds, seconds });
        line.durationSeconds = at;
      }
      line.durationSeconds += lastsSeconds;
      line.soundSeconds += lastsSeconds;
      end = at + lastsSeconds;
      clockEnd = (from ?? clockEnd) + lastsSeconds;
    },
    getTimeline(start) {
      const lead = first === undefined ? 0 : first - start;
      if (lead > maxHole) return { ...line, jumps: [{ from: start, to: start + lead }, ...line.jumps] };
      if (!(lead > 0)) return line;
      return {
        ...line,
        durationSeconds: line.durationSeconds + lead,
        holes: [{ afterSeconds: 0, seconds: lead }, ...line.holes],
      };
    },
  };
}
