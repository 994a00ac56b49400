/*
 * A clock in the file says when each piece of a recording's sound is heard, and it can't be believed blindly: recordings
 * are appended to one another, broadcasts and cameras restart their clock, headers lie. So all decoded sound is heard in full and
 * in its order, and the clock only says where there are holes. One that goes back, or ahead by more than a hole can last, is
 * another clock: the sound goes on without a pause. This rule is followed packet by packet where a file is measured, and by
 * ffmpeg, frame by frame, where it is decoded.
 */
/** The longest hole, in seconds, for which the clock of the sound alone is believed. */
export const maxHoleSeconds = 300;
/** Sound this much too early follows another clock; less is jitter, for which the next sound makes up. */
const maxEarlySeconds = 0.25;
/** Shorter holes are filled once they add up to this, as ffmpeg's resampler does. */
const shortestHoleSeconds = 0.1;

/** More than any recording has; a file made to have more takes no memory for them. */
const maxListed = 100_000;

export interface Hole {
  /** The sound before it, in seconds. */
  afterSeconds: number;
  seconds: number;
}

/** A change to another clock: the time that the old one and the new one show there, in seconds. */
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

export interface TimelineFollower {
  /** The next packet: when it begins by the clock (undefined where it doesn't say), and how long it lasts, in seconds. */
  add(from: number | undefined, lastsSeconds: number): void;
  /** The timeline so far, for media that begin when the clock shows `start`. */
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

/* The lines that `placeSound` has ffmpeg write among its messages: numbers that nothing else writes alone on a line. */
const marks = { begun: 111_111_111, jumped: 222_222_222 };

/**
 * ffmpeg's filters that follow the rule above, for input whose clock counts from the media's start (see `soundGraph`): the sound
 * comes out at this sample rate, with silence in its holes. ffmpeg's messages are for `readMarks`.
 */
export function placeSound(rate: number, maxHole: number = maxHoleSeconds): string {
  // An expression of asetpts, evaluated for each frame. It remembers where the sound ends (0), the offset (1), the frame's own
  // time (2), how far that is ahead (3), the end of the frame before by its clock (4), and a jump to be told of (6 to 8): with the
  // next frame, since ffmpeg 5.1 evaluates the expression once more after the last one, with a time in a wrong unit.
  const tell = (...values: Array<string | number>) => values.map((value) => `print(${value},16)`).join('+');
  const isTooFar = `gt(ld(3),${maxHole})`;
  const isOtherClock = `${isTooFar}+lt(ld(3),-${maxEarlySeconds})`;
  const rule = [
    `if(ld(6),${tell(marks.jumped, 'ld(7)', 'ld(8)')})`,
    `st(6,0)`,
    `st(2,if(isnan(T),ld(4),T))`,
    `st(3,ld(2)+ld(1)-ld(0))`,
    `if(N,0,${tell(marks.begun)})`,
    `if(if(N,${isOtherClock},${isTooFar}),st(6,1);st(7,ld(4));st(8,ld(2)))`,
    `if(if(N,${isOtherClock},${isTooFar}+lt(ld(3),0)),st(1,ld(0)-ld(2)))`,
    `st(4,ld(2)+S/SR)`,
    `st(5,max(ld(0),ld(2)+ld(1)))`,
    `st(0,ld(5)+S/SR)`,
    `ld(5)/TB`,
  ];
  return `asetpts='${rule.join(';')}',aresample=${rate}:async=1:first_pts=0`;
}

/** ffmpeg's filter by the same rule, with pictures, for sound whose clock jumps; same input arguments. */
export function placePictures(): string {
  // As above, but a picture doesn't say how long it is shown.
  const isTooFar = `gt(ld(3),${maxHoleSeconds})`;
  const rule = [
    `st(2,if(isnan(T),ld(0)-ld(1),T))`,
    `st(3,ld(2)+ld(1)-ld(0))`,
    `if(if(N,${isTooFar}+lt(ld(3),-${maxEarlySeconds}),${isTooFar}+lt(ld(3),0)),st(1,ld(0)-ld(2)))`,
    `st(0,max(ld(0),ld(2)+ld(1)))`,
    `ld(0)/TB`,
  ];
  return `setpts='${rule.join(';')}'`;
}

/** Facts that ffmpeg's messages give of a run with `placeSound`. */
export interface PlacementMarks {
  /** The times that the filters were created again, and knew nothing of the sound before: 1, unless the sound changes its format. */
  beginnings: number;
  jumps: ClockJump[];
  /** False if there are other messages: something may be wrong with the file. */
  isClean: boolean;
}

/** Reads ffmpeg's messages, line by line, into `marks`. */
export function readMarks(): { marks: PlacementMarks; onMessage: (line: string) => void } {
  const read: PlacementMarks = { beginnings: 0, jumps: [], isClean: true };
  let jump: number[] | undefined;
  const onMessage = (line: string): void => {
    const value = /^-?\d+\.\d{6}$/.test(line) ? Number(line) : undefined;
    if (value === undefined) read.isClean = false;
    else if (jump !== undefined) {
      jump.push(value);
      const [from, to] = jump;
      if (from === undefined || to === undefined) return;
      if (read.jumps.length < maxListed) read.jumps.push({ from, to });
      jump = undefined;
    } else if (value === marks.begun) read.beginnings += 1;
    else if (value === marks.jumped) jump = [];
  };
  return { marks: read, onMessage };
}
