import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const mayTurn = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F]/u;

/** A stretch of text of one direction: `level` is its embedding level, odd where it runs right to left. */
export interface Stretch {
  text: string;
  level: number;
}

/** Text in the order it is read, cut where its direction turns, and the level of the whole. */
export interface Directed {
  level: number;
  stretches: Stretch[];
}

/**
 * Finds the directions within a text by the Unicode Bidirectional Algorithm (UAX 9), in a paragraph of the given
 * direction, or else of that of the text's first letter.
 */
export function findDirections(text: string, paragraph?: 'ltr' | 'rtl'): Directed {
  if (paragraph !== 'rtl' && !mayTurn.test(text))
    return { level: 0, stretches: text === '' ? [] : [{ text, level: 0 }] };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, paragraph ?? 'auto');
  const stretches: Stretch[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && levels[at] === levels[from]) continue;
    stretches.push({ text: text.slice(from, at), level: levels[from] ?? 0 });
    from = at;
  }
  return { level: paragraphs[0]?.level ?? 0, stretches };
}

/** Brackets and the like as they look in a stretch that runs right to left. */
export function mirror(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** Items of one line in reading order, put in the order they stand from left to right (UAX 9, rule L2). */
export function orderFromLeft<Item extends { level: number }>(items: readonly Item[]): Item[] {
  const ordered = [...items];
  const highest = Math.max(0, ...items.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = to;
    }
  }
  return ordered;
}
