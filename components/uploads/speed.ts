/** The bytes of a file sent by a certain time. */
export interface Sample {
  atMs: number;
  bytes: number;
}

const windowMs = 5000;
/** The speed would fluctuate before this. */
const minMs = 800;

/** Returns the samples that count for the speed, including the new one. */
export function withSample(samples: Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample];
}

/** Returns bytes per second over the last few seconds; undefined until that is meaningful. */
export function getSpeed(samples: Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < minMs) return undefined;
  return Math.max(0, (last.bytes - first.bytes) / ((last.atMs - first.atMs) / 1000));
}
