import type { Fragment } from '#lib/exports/pdf/cut-text';
import type { Measure } from '#lib/exports/pdf/measure';

/** The fragments of one line, in reading order, without the space at its end. */
export type Line = Fragment[];

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Fills lines of the given width (in points at size 1) with fragments, as many as fit. What has no place to break
 * and is wider than a line is broken between its letters.
 */
export function breakLines(fragments: readonly Fragment[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let used = 0;
  const getWidth = ({ text, face, level }: Fragment): number => measure(text, face, level);
  const add = (segment: Fragment[]): void => {
    const seen = sum(trimEnd(segment), getWidth);
    if (used > 0 && used + seen > width) {
      lines.push(line);
      line = [];
      used = 0;
    }
    line.push(...segment);
    used += sum(segment, getWidth);
  };
  for (const segment of cutSegments(fragments)) {
    if (sum(trimEnd(segment), getWidth) <= width) add(segment);
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

function cutLetters(fragment: Fragment): Fragment[] {
  return Array.from(graphemes.segment(fragment.text), ({ segment }) => ({ ...fragment, text: segment }));
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
