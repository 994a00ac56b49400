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
  /** The time before which it isn't retried. */
  notBefore: number;
}

/** Detects completely written files. Times are milliseconds of one clock. */
export interface RestWatch {
  /** Takes the current files. Returns those ready to process, each once until it changes. */
  look(seen: readonly Seen[], now: number): string[];
  done(file: string): void;
  /** Retries a file later, with backoff up to five minutes, or soon after its permissions change. */
  later(file: string, now: number): void;
  /** True if no file is settling or being processed; postponed files count as done. */
  isIdle(): boolean;
}

const putOff = { firstMs: 5000, growth: 2, maxMs: 300_000 };

/**
 * Creates a watch that considers files written once size and time are unchanged for `settleMs`. Empty files never are.
 */
export function createRestWatch(settleMs: number): RestWatch {
  const files = new Map<string, Known>();
  return {
    look(seen, now) {
      const there = new Set(seen.map(({ file }) => file));
      for (const [file, { state }] of files) if (!there.has(file) && state !== 'working') files.delete(file);
      return seen.flatMap(({ file, size, mtimeMs, ctimeMs }) => {
        const known = files.get(file);
        // A file that changes during processing is checked again afterwards.
        if (known?.state === 'working') return [];
        if (known === undefined || known.size !== size || known.mtimeMs !== mtimeMs) {
          const times = { mtimeMs, ctimeMs, since: now };
          files.set(file, { size, ...times, state: 'resting', delays: 0, notBefore: 0 });
          if (settleMs > 0) return [];
        } else if (known.ctimeMs !== ctimeMs) {
          // For example, its permissions changed, which may fix the reason for the delay.
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
