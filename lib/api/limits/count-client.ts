import { createRecentMap, type RecentMap } from '#lib/api/limits/recent-map';
import { perProcess } from '#lib/per-process';

/* Requests of pages and editors, which have no key, are counted in memory per minute; streams while open. */

const windowMs = 60_000;
const maxRemembered = 100_000;

/** Each editor and list of transcripts uses one: allows for many tabs. */
export const maxStreamsPerClient = 50;
/** Allows for an office behind one address. */
export const maxStreamsPerNetwork = 500;
const retryStreamSeconds = 10;

/** A key to count requests by, and its limit per minute. */
export interface Counted {
  key: string;
  limit: number;
}

interface Counters {
  requests: RecentMap<{ count: number }>;
  streams: Map<string, number>;
}

const open = (): Counters =>
  perProcess('longhandClientCounters', () => ({
    requests: createRecentMap({ max: maxRemembered, milliseconds: windowMs }),
    streams: new Map(),
  }));

/** Counts a request under each key. Returns the seconds to wait if one has reached its limit, else undefined. */
export function countRequest(counted: readonly Counted[]): number | undefined {
  const { requests } = open();
  let retryAfterSeconds: number | undefined;
  for (const { key, limit } of counted) {
    const known = requests.get(key);
    const entry = known ?? { count: 0 };
    if (known === undefined) requests.set(key, entry);
    entry.count += 1;
    if (limit === 0 || entry.count <= limit) continue;
    const seconds = Math.max(1, Math.ceil(requests.millisecondsLeft(key) / 1000));
    retryAfterSeconds = Math.max(retryAfterSeconds ?? 0, seconds);
  }
  return retryAfterSeconds;
}

/** Counts an opened stream. Returns the seconds to wait if a limit is reached, else a function that uncounts it. */
export function countStream(counted: readonly Counted[]): number | (() => void) {
  const { streams } = open();
  if (counted.some(({ key, limit }) => (streams.get(key) ?? 0) >= limit)) return retryStreamSeconds;
  const add = (by: 1 | -1) => {
    for (const { key } of counted) {
      const count = (streams.get(key) ?? 0) + by;
      if (count > 0) streams.set(key, count);
      else streams.delete(key);
    }
  };
  add(1);
  return () => add(-1);
}
