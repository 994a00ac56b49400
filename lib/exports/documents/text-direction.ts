import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const mayTurn =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200F]/u;
/** Right-to-left letters beyond the first plane. bidi-js 1.x takes their surrogates for left-to-right letters. */
const pairs = /[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const hebrewPair = '\u05d0\u05d0';

/** A run of text of one direction. `level` is its embedding level, odd for right-to-left. */
export interface Stretch {
  text: string;
  level: number;
}

/** Text in reading order, cut where its direction changes, and the paragraph's level. */
export interface Directed {
  level: number;
  stretches: Stretch[];
}

/** bidi-js takes quadratic time for consecutive numbers and signs. */
const maxPart = 1000;

/**
 * Finds the directions within a text by the Unicode Bidirectional Algorithm (UAX 9), in a paragraph of the given
 * direction, or else that of the text's first letter. Linear, because long text is processed in parts, preferably cut
 * between letters, which only prevents pairing distant brackets.
 */
export function findDirections(text: string, paragraph?: 'ltr' | 'rtl'): Directed {
  if (paragraph !== 'rtl' && !mayTurn.test(text))
    return { level: 0, stretches: text === '' ? [] : [{ text, level: 0 }] };
  const direction = paragraph ?? findDirection(text.replace(pairs, hebrewPair));
  const stretches: Stretch[] = [];
  for (const part of cutParts(text)) {
    const { levels } = bidi.getEmbeddingLevels(part.replace(pairs, hebrewPair), direction);
    for (let from = 0, to = 1; from < part.length; from = to++) {
      while (to < part.length && levels[to] === levels[from]) to += 1;
      const [last, level] = [stretches.at(-1), levels[from] ?? 0];
      if (last?.level === level) last.text += part.slice(from, to);
      else stretches.push({ text: part.slice(from, to), level });
    }
  }
  return { level: direction === 'rtl' ? 1 : 0, stretches };
}

const strong = new Set(['L', 'R', 'AL']);

/** Rules P2 and P3, for a text without isolates. By UTF-16 units, as bidi-js reads text. */
function findDirection(text: string): 'ltr' | 'rtl' {
  for (let at = 0; at < text.length; at++) {
    const type = bidi.getBidiCharTypeName(text.charAt(at));
    if (strong.has(type)) return type === 'L' ? 'ltr' : 'rtl';
  }
  return 'ltr';
}

function* cutParts(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const part = text.slice(from, from + maxPart + 1);
    const to = part.length > maxPart ? findCut(part) : part.length;
    yield text.slice(from, from + to);
    from += to;
  }
}

/** Returns the last boundary between letters, preferably outside brackets, else the end, without a lone surrogate. */
function findCut(part: string): number {
  let depth = 0;
  let [outside, inside] = [0, 0];
  let isBehindLetter = false;
  for (let at = 0; at < part.length; at++) {
    const character = part.charAt(at);
    const isLetter = !/\p{Cs}/u.test(character) && strong.has(bidi.getBidiCharTypeName(character));
    if (isBehindLetter && isLetter) [outside, inside] = depth === 0 ? [at, at] : [outside, at];
    isBehindLetter = isLetter;
    if (/\p{Ps}/u.test(character)) depth += 1;
    else if (/\p{Pe}/u.test(character)) depth = Math.max(0, depth - 1);
  }
  if (inside > 0) return outside || inside;
  return (part.codePointAt(maxPart - 1) ?? 0) > 0xffff ? maxPart - 1 : maxPart;
}

/** Mirrors brackets and similar characters for right-to-left text. */
export function mirror(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** Sorts a line's items from reading order into left-to-right order (UAX 9, rule L2). */
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
