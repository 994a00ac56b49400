/** The displayed name of a person. */
export interface ShownName {
  /** With a number from the second person of the same name on. */
  name: string;
  /** Two letters that nobody before has. */
  initials: string;
}

/** Distinct names for people, in order. A later person doesn't change the names of earlier ones. */
export function namePeople(names: readonly string[]): ShownName[] {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return names.map((given) => {
    const count = (counts.get(given) ?? 0) + 1;
    counts.set(given, count);
    const name = count === 1 ? given : `${given} ${count}`;
    const candidates = listInitials(name);
    const initials = candidates.find((candidate) => !taken.has(candidate)) ?? candidates[0] ?? '?';
    taken.add(initials);
    return { name, initials };
  });
}

/** Two letters that stand for a name, the best first: those of two words, else its first ones. */
function listInitials(name: string): string[] {
  const words = (name.split('@')[0]?.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(toLetters);
  const [first = [], ...rest] = words;
  const [initial] = first;
  if (initial === undefined) return [];
  const last = rest.at(-1) ?? [];
  const second = [...last, ...first.slice(1), ...rest.slice(0, -1).flat()];
  const pairs = [...new Set(second)].map((letter) => initial + letter);
  return pairs.length === 0 ? [initial] : pairs;
}

/** Letters with their accents, as capitals. */
function toLetters(word: string): string[] {
  return (word.match(/\P{M}\p{M}*/gu) ?? []).map((letter) => {
    const capital = letter.toLocaleUpperCase();
    // Such as ß, whose capital is two letters.
    return Array.from(capital).length > Array.from(letter).length ? letter : capital;
  });
}
