import type { Fragment } from '#lib/exports/pdf/cut-text';
import type { Measure } from '#lib/exports/pdf/load-fonts';
import { segmentText } from '#lib/transcript/text/segment-text';

/** The fragments of one line in reading order, without trailing space. */
export type Line = Fragment[];

/** In code units, more than a line holds in any script. Fonts take quadratic time to lay out text. */
const maxLine = 1000;

/** In code units, more than a letter with all its marks or an emoji sequence takes. */
const maxLetter = 64;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Fills lines of this width (points at size 1). Breaks wider unbreakable text between letters. */
export function breakLines(fragments: readonly Fragment[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let used = 0;
  let length = 0;
  const getWidth = ({ text, face, level }: Fragment): number => measure(text, face, level);
  const add = (segment: Fragment[]): void => {
    const seen = sum(trimEnd(segment), getWidth);
    // Marks have no width, so their number is capped, too.
    if ((used > 0 && used + seen > width) || (length > 0 && length + getLength(segment) > maxLine)) {
      lines.push(line);
      line = [];
      used = 0;
      length = 0;
    }
    line.push(...segment);
    used += sum(segment, getWidth);
    length += getLength(segment);
  };
  for (const segment of cutSegments(fragments)) {
    if (getLength(segment) <= maxLine && sum(trimEnd(segment), getWidth) <= width) add(segment);
    else for (const letter of segment.flatMap(cutLetters)) add([letter]);
  }
  if (line.length > 0) lines.push(line);
  return lines.map(trimEnd);
}

function cutSegments(fragments: readonly Fragment[]): Fragment[][] {
  const segments: Fragment[][] = [];
  let segment: Fragment[] = [];
  for (const fragment of fragments) {
    segment.push(fragment);
    if (!fragment.breaks) continue;
    segments.push(segment);
    segment = [];
  }
  if (segment.length > 0) segments.push(segment);
  return segments;
}

function getLength(fragments: readonly Fragment[]): number {
  return sum(fragments, ({ text }) => text.length);
}

function cutLetters(fragment: Fragment): Fragment[] {
  return Array.from(segmentLetters(fragment.text), (text) => ({ ...fragment, text }));
}

function* segmentLetters(text: string): Generator<string, void> {
  for (const letter of segmentText(graphemes, text)) yield* cutLong(letter);
}

/** Splits a letter with more marks than any language uses. */
function* cutLong(letter: string): Generator<string, void> {
  let part = '';
  for (const character of letter) {
    if (part.length + character.length > maxLetter) {
      yield part;
      part = '';
    }
    part += character;
  }
  yield part;
}

function trimEnd(fragments: readonly Fragment[]): Fragment[] {
  const rest = [...fragments];
  for (;;) {
    const last = rest.pop();
    if (last === undefined) return rest;
    const text = last.text.trimEnd();
    if (text === '') continue;
    return [...rest, { ...last, text }];
  }
}

function sum(fragments: readonly Fragment[], getWidth: (fragment: Fragment) => number): number {
  let sum = 0;
  for (const fragment of fragments) sum += getWidth(fragment);
  return sum;
}
