/** The bytes of a file sent at a moment. */
export interface Sample {
  atMs: number;
  bytes: number;
}

const windowMs = 5000;
/** Before this the figure would jump about. */
const minMs = 800;

/** The samples that count for the speed once the new one is there. */
export function withSample(samples: Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample];
}

/** Bytes a second over the last few seconds; undefined as long as that says nothing. */
export function getSpeed(samples: Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < minMs) return undefined;
  return Math.max(0, (last.bytes - first.bytes) / ((last.atMs - first.atMs) / 1000));
}
