/** A file as it is now. */
interface Seen {
  file: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

interface Known {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  /** When this size and time were first seen. */
  since: number;
  state: 'resting' | 'working' | 'done';
  /** Number of times the file was put off. */
  delays: number;
  /** Not before this moment. */
  notBefore: number;
}

/** Knows which files have been written to their end. Moments are milliseconds of one clock. */
export interface RestWatch {
  /** Takes what is there now; gives the files whose work is to begin, each once until it changes. */
  look(seen: readonly Seen[], now: number): string[];
  done(file: string): void;
  /** Puts a file off: it is given again, later each time, up to five minutes, or soon after its permissions change. */
  later(file: string, now: number): void;
  /** True if no file is resting or being worked on; files that were put off count as done. */
  isIdle(): boolean;
}

const putOff = { firstMs: 5000, growth: 2, maxMs: 300_000 };

/** Makes a watch for files that count as written once their size and time have rested for so long. Empty ones never do. */
export function createRestWatch(settleMs: number): RestWatch {
  const files = new Map<string, Known>();
  return {
    look(seen, now) {
      const there = new Set(seen.map(({ file }) => file));
      for (const [file, { state }] of files) if (!there.has(file) && state !== 'working') files.delete(file);
      return seen.flatMap(({ file, size, mtimeMs, ctimeMs }) => {
        const known = files.get(file);
        // A file that changes during the work is looked at again afterward.
        if (known?.state === 'working') return [];
        if (known === undefined || known.size !== size || known.mtimeMs !== mtimeMs) {
          const times = { mtimeMs, ctimeMs, since: now };
          files.set(file, { size, ...times, state: 'resting', delays: 0, notBefore: 0 });
          if (settleMs > 0) return [];
        } else if (known.ctimeMs !== ctimeMs) {
          // Its permissions, say, are others now: what it was put off for may be gone.
          known.ctimeMs = ctimeMs;
          known.notBefore = Math.min(known.notBefore, now + putOff.firstMs);
        }
        const current = files.get(file);
        if (current?.state !== 'resting' || current.size === 0) return [];
        if (now - current.since < settleMs || now < current.notBefore) return [];
        current.state = 'working';
        return [file];
      });
    },
    done(file) {
      const known = files.get(file);
      if (known !== undefined) known.state = 'done';
    },
    later(file, now) {
      const known = files.get(file);
      if (known === undefined) return;
      known.state = 'resting';
      known.notBefore = now + Math.min(putOff.maxMs, putOff.firstMs * putOff.growth ** known.delays);
      known.delays += 1;
    },
    isIdle() {
      return [...files.values()].every(
        ({ state, size, delays }) => state === 'done' || size === 0 || (state === 'resting' && delays > 0),
      );
    },
  };
}
