import LineBreaker from 'linebreak';
import { findDirections } from '#lib/exports/documents/text-direction';
import type { Face, GetFace, Weight } from '#lib/exports/pdf/load-fonts';

export interface Span {
  text: string;
  link?: string;
  isDimmed?: true;
  /** Defaults to the paragraph's weight. */
  weight?: Weight;
}

/** Text of one face, direction and span. A line may end after it if `breaks`. */
export interface Fragment {
  text: string;
  face: Face;
  level: number;
  span: number;
  breaks: boolean;
}

/** Letters and marks of scripts without spaces or signs between words. */
const unmarked = /(?:[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}](?<=[\p{L}\p{M}]))+/gu;
const dictionary = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Segmenters take quadratic time. */
const maxStretch = 1000;

/** Marks, joiners and selectors use the font of the preceding character if it has them. */
const clinging = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u;
/** Invisible on its own, including the keycap frame, which only an emoji font can draw around its digit. */
const ignorable = /[\p{Default_Ignorable_Code_Point}\u20E3]/u;

/** Splits a paragraph, in reading order, wherever its face, direction or span changes or a line may end. */
export function cutText(spans: readonly Span[], weight: Weight, getFace: GetFace): Fragment[] {
  const text = spans.map((span) => span.text).join('');
  const breaks = findBreaks(text);
  const levelEnds = getEnds(findDirections(text).stretches);
  const spanEnds = getEnds(spans);
  const fragments: Fragment[] = [];
  let current: Fragment | undefined;
  let stretch = 0;
  let span = 0;
  let at = 0;
  for (const character of text) {
    while ((levelEnds[stretch]?.end ?? Infinity) <= at) stretch += 1;
    while ((spanEnds[span]?.end ?? Infinity) <= at) span += 1;
    const level = levelEnds[stretch]?.item.level ?? 0;
    const face = chooseFace(character, current?.face, spans[span]?.weight ?? weight, getFace);
    at += character.length;
    if (face === undefined) continue;
    if (
      current?.breaks === false &&
      current.face === face &&
      current.level === level &&
      current.span === span
    ) {
      current.text += character;
    } else {
      current = { text: character, face, level, span, breaks: false };
      fragments.push(current);
    }
    current.breaks = breaks.has(at);
  }
  return fragments;
}

/** Returns undefined for invisible control characters that the current font lacks. */
function chooseFace(
  character: string,
  before: Face | undefined,
  weight: Weight,
  getFace: GetFace,
): Face | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  // A fast path for ASCII, the bulk of most text, without Unicode properties.
  if (codePoint > 0x20 && codePoint < 0x7f) return getFace(codePoint, weight);
  // Keeps words of such a script together on a line.
  if (codePoint === 0x20 && before?.isLastResort === true) return before;
  if (before !== undefined && clinging.test(character) && before.font.hasGlyphForCodePoint(codePoint))
    return before;
  return ignorable.test(character) ? undefined : getFace(codePoint, weight);
}

/** The offsets at which a line may end, by UAX #14, which leaves scripts without word separators to a dictionary. */
function findBreaks(text: string): Set<number> {
  const breaker = new LineBreaker(text);
  const positions = new Set<number>();
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak())
    positions.add(next.position);
  for (const { 0: stretch, index } of text.matchAll(unmarked)) {
    for (let at = 0; at < stretch.length; at += maxStretch) {
      for (const word of dictionary.segment(stretch.slice(at, at + maxStretch))) {
        if (word.index > 0) positions.add(index + at + word.index);
      }
    }
  }
  return positions;
}

function getEnds<Item extends { text: string }>(items: readonly Item[]): Array<{ item: Item; end: number }> {
  let end = 0;
  return items.map((item) => ({ item, end: (end += item.text.length) }));
}
