/** The displayed name of a person. */
export interface ShownName {
  /** Numbered, from the second person with the same name on. */
  name: string;
  /** Two letters, different from those of the people before. */
  initials: string;
}

/** Distinct names for people, in order. Later people don't affect the names of earlier ones. */
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

/** Two-letter candidates for a name, best first: from two words, else its first letters. */
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

/** A word's letters with their accents, capitalized. */
function toLetters(word: string): string[] {
  return (word.match(/\P{M}\p{M}*/gu) ?? []).map((letter) => {
    const capital = letter.toLocaleUpperCase();
    // Letters such as ß, whose capital is two letters.
    return Array.from(capital).length > Array.from(letter).length ? letter : capital;
  });
}
