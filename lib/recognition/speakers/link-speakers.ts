/** A speaker in one window of a recording. */
export interface LocalSpeaker {
  /** The voice in the embedding model's space; undefined if there was too little speech. */
  embedding: Float32Array | undefined;
  speechMs: number;
}

export interface LinkOptions {
  /** Voices whose cosine distance (0 to 2) is below this are one; a property of the embedding model. */
  threshold: number;
  count: number | undefined;
  most: number;
}

/** An embedding of less speech is too vague for a separate speaker. */
const vagueMs = 1000;
/** More speech than this makes a voice no better known. */
const sureMs = 10_000;

interface Cluster {
  members: number[];
  speechMs: number;
}

/**
 * Returns for each local speaker the number of the speaker that it belongs to, counted from 0. Uses agglomerative
 * clustering with average linkage on the cosine distance of embeddings: without a `count`, pairs are merged while they
 * are closer than the threshold, and then, down to `count` or `most`, those that lose least, briefly heard voices
 * before others. Never returns more speakers than local ones. A local speaker with too little speech to identify joins
 * the closest voice, or the one heard most.
 */
export function linkSpeakers(speakers: readonly LocalSpeaker[], options: LinkOptions): number[] {
  const heard = [...speakers.keys()].filter((at) => speakers[at]?.embedding !== undefined);
  const clear = heard.filter((at) => (speakers[at]?.speechMs ?? 0) >= vagueMs);
  const founders = clear.length >= (options.count ?? 1) ? clear : heard;
  const distances = measureDistances(speakers);
  const clusters = merge(speakers, { founders, distances, options });

  const numbers = new Map(clusters.flatMap(({ members }, number) => members.map((at) => [at, number])));
  const [loudest] = [...clusters.keys()].toSorted(
    (a, b) => (clusters[b]?.speechMs ?? 0) - (clusters[a]?.speechMs ?? 0),
  );
  return speakers.map((_, at) => {
    const closest = () => {
      const [best] = founders.toSorted((a, b) => (distances[at]?.[a] ?? 2) - (distances[at]?.[b] ?? 2));
      return best === undefined || !heard.includes(at) ? undefined : numbers.get(best);
    };
    return numbers.get(at) ?? closest() ?? loudest ?? 0;
  });
}

interface Merging {
  founders: readonly number[];
  distances: readonly Float64Array[];
  options: LinkOptions;
}

function merge(speakers: readonly LocalSpeaker[], { founders, distances, options }: Merging): Cluster[] {
  const clusters: Cluster[] = founders.map((at) => ({
    members: [at],
    speechMs: speakers[at]?.speechMs ?? 0,
  }));
  // Average linkage: the distance of two clusters follows from those of their parts.
  const table = founders.map((a) => founders.map((b) => distances[a]?.[b] ?? 2));
  const { threshold, count, most } = options;
  for (;;) {
    const alike = count === undefined ? findPair(clusters, table, threshold, toDistance) : undefined;
    const isMany = clusters.length > Math.max(1, count ?? most);
    const pair = alike ?? (isMany ? findPair(clusters, table, Infinity, toLoss) : undefined);
    if (pair === undefined) return clusters;
    mergePair(clusters, table, pair);
  }
}

type Cost = (distance: number, a: Cluster, b: Cluster) => number;
const toDistance: Cost = (distance) => distance;
/** A speaker who was heard briefly may well be a known one, so the distance counts less. */
const toLoss: Cost = (distance, a, b) => distance * Math.min(1, Math.min(a.speechMs, b.speechMs) / sureMs);

function findPair(
  clusters: readonly Cluster[],
  table: readonly number[][],
  below: number,
  toCost: Cost,
): [number, number] | undefined {
  let best: { cost: number; pair: [number, number] } | undefined;
  for (const [i, a] of clusters.entries()) {
    for (let j = i + 1; j < clusters.length; j += 1) {
      const b = clusters[j];
      if (b === undefined) continue;
      const cost = toCost(table[i]?.[j] ?? 2, a, b);
      if (cost < (best?.cost ?? below)) best = { cost, pair: [i, j] };
    }
  }
  return best?.pair;
}

/** Merges the second cluster of a pair into the first. */
function mergePair(clusters: Cluster[], table: number[][], [i, j]: [number, number]): void {
  const [a, b] = [clusters[i], clusters[j]];
  const [rowA, rowB] = [table[i], table[j]];
  if (a === undefined || b === undefined || rowA === undefined || rowB === undefined) return;
  const whole = a.speechMs + b.speechMs;
  const share = whole === 0 ? 0.5 : a.speechMs / whole;
  for (const [k, row] of table.entries()) {
    const distance = share * (rowA[k] ?? 2) + (1 - share) * (rowB[k] ?? 2);
    rowA[k] = distance;
    row[i] = distance;
  }
  clusters[i] = { members: [...a.members, ...b.members], speechMs: whole };
  clusters.splice(j, 1);
  table.splice(j, 1);
  for (const row of table) row.splice(j, 1);
}

function measureDistances(speakers: readonly LocalSpeaker[]): Float64Array[] {
  const units = speakers.map(({ embedding }) => toUnit(embedding ?? new Float32Array()));
  return units.map((a) =>
    Float64Array.from(units, (b) => 1 - a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)),
  );
}

function toUnit(embedding: Float32Array): Float64Array {
  const length = Math.hypot(...embedding);
  return Float64Array.from(embedding, (value) => (length === 0 ? 0 : value / length));
}
