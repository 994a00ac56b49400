/** A bounded map whose entries expire; the oldest are evicted first. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  /** Sets a value and restarts its expiry. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** Milliseconds until a value expires; 0 if there is none. */
  millisecondsLeft(key: string): number;
}

/** Creates a map of at most `max` values, each valid for the given milliseconds. */
export function createRecentMap<Value>({
  max,
  milliseconds,
  now = () => performance.now(),
}: {
  max: number;
  milliseconds: number;
  now?: () => number;
}): RecentMap<Value> {
  // A Map preserves insertion order.
  const entries = new Map<string, { value: Value; until: number }>();
  const find = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined || entry.until > now()) return entry;
    entries.delete(key);
    return undefined;
  };
  return {
    get: (key) => find(key)?.value,
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: now() + milliseconds });
      const [oldest] = entries.keys();
      if (entries.size > max && oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
    millisecondsLeft: (key) => Math.max(0, (find(key)?.until ?? 0) - now()),
  };
}
