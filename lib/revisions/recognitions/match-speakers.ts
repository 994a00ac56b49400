import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** Speakers and their words; monologues are ranges of the words. */
interface Speech {
  words: readonly MachineWord[];
  monologues: readonly Monologue[];
  speakers: readonly Speaker[];
}

interface SpokenWord extends MachineWord {
  speaker: number;
  /** The index among the words of its side. */
  at: number;
}

/** The weight of a word whose speaker a person chose: a model may well confuse the same voices again. */
const chosenWeight = 20;

/**
 * Maps each speaker of a recognition, by ID, to the earlier speaker with the most time in common, each used once. A
 * speaker without words on either side gets any remaining match. Others are new, with unused IDs and names. `chosen`
 * has true for each earlier word whose speaker a person chose. Costs as much as sorting the words.
 */
export function matchSpeakers(
  later: Speech,
  earlier: Speech,
  chosen: readonly boolean[] = [],
): Map<number, Speaker> {
  const before = byTime(earlier);
  const shared = new Map<string, { id: number; earlierId: number; ms: number }>();
  let at = 0;
  const spoken = byTime(later);
  for (const { speaker: id, startMs, endMs } of spoken) {
    while ((before[at + 1]?.startMs ?? Infinity) <= (startMs + endMs) / 2) at += 1;
    const word = before[at];
    if (word === undefined) break;
    const earlierId = word.speaker;
    const key = `${id} ${earlierId}`;
    const pair = shared.get(key) ?? { id, earlierId, ms: 0 };
    pair.ms += (endMs - startMs) * (chosen[word.at] === true ? chosenWeight : 1);
    shared.set(key, pair);
  }
  const left = new Map(earlier.speakers.map((speaker) => [speaker.id, speaker]));
  const matched = new Map<number, Speaker>();
  for (const { id, earlierId } of [...shared.values()].toSorted((a, b) => b.ms - a.ms)) {
    const speaker = left.get(earlierId);
    if (speaker === undefined || matched.has(id)) continue;
    matched.set(id, speaker);
    left.delete(earlierId);
  }
  const heard = new Set(spoken.map(({ speaker }) => speaker));
  const heardBefore = new Set(before.map(({ speaker }) => speaker));
  let next = Math.max(-1, ...earlier.speakers.map(({ id }) => id)) + 1;
  const names = new Set(earlier.speakers.map(({ name }) => name));
  const freeNames = later.speakers.filter(({ name }) => !names.has(name));
  for (const { id } of later.speakers) {
    if (matched.has(id)) continue;
    const silent = [...left.values()].find((other) => !heard.has(id) || !heardBefore.has(other.id));
    if (silent !== undefined) {
      matched.set(id, silent);
      left.delete(silent.id);
      continue;
    }
    matched.set(id, { id: next, name: freeNames.shift()?.name ?? `Speaker ${next + 1}` });
    next += 1;
  }
  return matched;
}

function byTime({ words, monologues }: Speech): SpokenWord[] {
  return monologues
    .flatMap(({ speaker, from, to }) =>
      words.slice(from, to).map((word, i) => ({ ...word, speaker, at: from + i })),
    )
    .toSorted((a, b) => a.startMs - b.startMs);
}
