import {
  leastDifference,
  maxBackSeconds,
  stretchSeconds,
  type ClockStretch,
} from '#lib/media/sound/clock/judge-clock';
import { maxEarlySeconds, maxHoleSeconds, maxListed, type ClockJump } from '#lib/media/sound/timeline';

/* The rule of `followTimeline` as filter expressions of ffmpeg. */

/*
 * The markers that ffmpeg prints for `placeSound` among its messages: numbers that otherwise never have a line to
 * themselves.
 */
const marks = { begun: 111_111_111, jumped: 222_222_222, stretched: 333_333_333 };

/** Returns an ffmpeg expression that prints values, each on its own line. */
const tell = (...values: Array<string | number>): string =>
  values.map((value) => `print(${value},16)`).join('+');

/**
 * Returns ffmpeg filters that follow the rule above, for input whose clock counts from the media's start (see
 * `soundGraph`). They output the sound at this sample rate, with silence in its holes. Times are multiplied by the
 * scale, if the clock has one. ffmpeg's messages are for `readMarks`.
 */
export function placeSound(
  rate: number,
  { maxHole = maxHoleSeconds, scale }: { maxHole?: number | undefined; scale?: number | undefined } = {},
): string {
  // An asetpts expression, evaluated for each frame. Its variables are the end of the sound (0), the offset (1), the
  // frame's own time (2), its lead (3), the end of the previous frame by its clock (4), the frame's new time (5), and a
  // jump to report (6 to 8). The jump is reported with the next frame, since ffmpeg 5.1 evaluates the expression once
  // more after the last one, with a time in a wrong unit.
  const isTooFar = `gt(ld(3),${maxHole})`;
  const isOtherClock = `${isTooFar}+lt(ld(3),-${maxEarlySeconds})`;
  const rule = [
    `if(ld(6),${tell(marks.jumped, 'ld(7)', 'ld(8)')})`,
    `st(6,0)`,
    `st(2,if(isnan(T),ld(4),${toScaled(scale)}))`,
    `st(3,ld(2)+ld(1)-ld(0))`,
    `if(N,0,${tell(marks.begun)})`,
    `if(if(N,${isOtherClock},${isTooFar}),st(6,1);st(7,ld(4));st(8,ld(2)))`,
    `if(if(N,${isOtherClock},${isTooFar}+lt(ld(3),0)),st(1,ld(0)-ld(2)))`,
    `st(4,ld(2)+S/SR)`,
    `st(5,max(ld(0),ld(2)+ld(1)))`,
    `st(0,ld(5)+S/SR)`,
    `ld(5)/TB`,
  ];
  return `${scale === undefined ? watchClock() : ''}asetpts='${rule.join(';')}',aresample=${rate}:async=1:first_pts=0`;
}

const toScaled = (scale: number | undefined): string => (scale === undefined ? 'T' : `T*${scale}`);

/** Returns an ffmpeg filter that changes nothing and reports the clock and the sound by the rule of `followClock`. */
function watchClock(): string {
  // Its variables are the start of the stretch (0), its sound (1), and the previous time (2).
  const difference = `abs((T-ld(0))/ld(1)-1)`;
  const isStretch = `gte(ld(1),${stretchSeconds.usual})+gte(ld(1),${stretchSeconds.least})*gt(${difference},${leastDifference})`;
  const begin = 'st(0,T);st(1,0)';
  const follow = [
    `if(not(N)+lt(T,ld(2)-${maxBackSeconds})+gt(T,ld(2)+${maxHoleSeconds}),${begin})`,
    `if(${isStretch},${tell(marks.stretched, 'ld(1)', 'T-ld(0)')};${begin})`,
    `st(2,T)`,
  ];
  return `asetpts='if(isnan(T),0,${follow.join(';')});st(1,ld(1)+S/SR);PTS',`;
}

/**
 * Returns an ffmpeg filter that applies the same rule to pictures, for sound whose clock jumps or has a scale, with the
 * same input arguments.
 */
export function placePictures(scale?: number): string {
  // As above, but a picture doesn't state its duration.
  const isTooFar = `gt(ld(3),${maxHoleSeconds})`;
  const rule = [
    `st(2,if(isnan(T),ld(0)-ld(1),${toScaled(scale)}))`,
    `st(3,ld(2)+ld(1)-ld(0))`,
    `if(if(N,${isTooFar}+lt(ld(3),-${maxEarlySeconds}),${isTooFar}+lt(ld(3),0)),st(1,ld(0)-ld(2)))`,
    `st(0,max(ld(0),ld(2)+ld(1)))`,
    `ld(0)/TB`,
  ];
  return `setpts='${rule.join(';')}'`;
}

/** The results of a run with `placeSound`, from ffmpeg's messages. */
export interface PlacementMarks {
  /**
   * The number of times that filters were created, without earlier state: 1 per stream, unless the sound changes its
   * format.
   */
  beginnings: number;
  jumps: ClockJump[];
  /** The sound and the clock, for `judgeClock`; empty if the clock has a scale already. */
  stretches: ClockStretch[];
  /** False if there are other messages: something may be wrong with the file. */
  isClean: boolean;
}

/** Reads ffmpeg's messages, line by line, into `marks`. */
export function readMarks(): { marks: PlacementMarks; onMessage: (line: string) => void } {
  const read: PlacementMarks = { beginnings: 0, jumps: [], stretches: [], isClean: true };
  let mark = 0;
  let first: number | undefined;
  const onMessage = (line: string): void => {
    const value = /^-?\d+\.\d{6}$/.test(line) ? Number(line) : undefined;
    if (value === undefined) read.isClean = false;
    else if (mark === 0) {
      if (value === marks.begun) read.beginnings += 1;
      else if (value === marks.jumped || value === marks.stretched) mark = value;
    } else if (first === undefined) first = value;
    else {
      if (mark === marks.jumped && read.jumps.length < maxListed) read.jumps.push({ from: first, to: value });
      if (mark === marks.stretched && read.stretches.length < maxListed)
        read.stretches.push({ soundSeconds: first, clockSeconds: value });
      mark = 0;
      first = undefined;
    }
  };
  return { marks: read, onMessage };
}
