import { type MarginLine, toPageText, type Page } from '#lib/exports/documents/page';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { cutText } from '#lib/exports/pdf/cut-text';
import type { GetFace, Measure } from '#lib/exports/pdf/load-fonts';
import { placeRuns, type Run } from '#lib/exports/pdf/place-runs';

/** Text in a page's margins, which isn't part of the content: a header, a footer or a line number. */
export interface MarginText {
  runs: Run[];
  size: number;
  x: number;
  baseline: number;
}

interface LaidOutText {
  paragraphs: ReadonlyArray<{
    isNumbered: boolean;
    lines: ReadonlyArray<{ page: number; baseline: number }>;
  }>;
  page: Page;
  pages: number;
  getFace: GetFace;
  measure: Measure;
}

const size = 9;
const numberSize = 8;
/** Between line numbers and the text, and between the parts of a header. */
const gap = 14;

/** Lists all text that margins may contain. */
export function listMarginTexts({ header, footer }: TranscriptDocument): string[] {
  const parts = [header, footer].flatMap(({ left, center, right }) => [...left, ...center, ...right]);
  return ['0123456789 /…', ...parts.flatMap((part) => ('text' in part ? [part.text] : []))];
}

/** Lays out the header and footer of each page and, if the template has them, line numbers. */
export function layOutMargins(
  { header, footer, template }: TranscriptDocument,
  { paragraphs, page, pages, getFace, measure }: LaidOutText,
): MarginText[][] {
  const textWidth = page.width - 2 * page.margin;
  const set = (text: string): ReturnType<typeof placeRuns> =>
    placeRuns(cutText([{ text }], 400, getFace), measure);
  const setMargin = (line: MarginLine, number: number, baseline: number): MarginText[] => {
    const sides = (['left', 'center', 'right'] as const).filter((side) => line[side].length > 0);
    const width = (side: keyof MarginLine): number =>
      set(toPageText(line[side], number + 1, pages)).width * size;
    const share = textWidth / Math.max(1, sides.length);
    const outer = Math.min(share, Math.max(width('left'), width('right')));
    const center = Math.min(share, width('center'));
    return sides.map((side) => {
      const other = Math.min(share, width(side === 'left' ? 'right' : 'left'));
      const beside = center > 0 ? (textWidth + center) / 2 : other;
      const taken = side === 'center' ? 2 * outer : beside;
      const room = taken === 0 ? textWidth : textWidth - taken - gap;
      const { runs, width: used } = fit(toPageText(line[side], number + 1, pages), room / size, set);
      const free = textWidth - used * size;
      const x = page.margin + { left: 0, center: free / 2, right: free }[side];
      return { runs, size, x, baseline };
    });
  };
  const margins = Array.from({ length: pages }, (_, number) => [
    ...setMargin(header, number, page.footer + size),
    ...setMargin(footer, number, page.height - page.footer),
  ]);
  if (template?.lineNumbers !== true) return margins;
  const counts = margins.map(() => 0);
  for (const { page: number, baseline } of paragraphs.flatMap(({ isNumbered, lines }) =>
    isNumbered ? lines : [],
  )) {
    // Numbers restart on each page, since citations give page and line.
    const count = (counts[number] ?? 0) + 1;
    counts[number] = count;
    const { runs, width } = set(String(count));
    const x = page.margin - gap - width * numberSize;
    margins[number]?.push({ runs, size: numberSize, x, baseline });
  }
  return margins;
}

/** Truncates a text to the width, with `…`. */
function fit(text: string, room: number, set: (text: string) => ReturnType<typeof placeRuns>) {
  const whole = set(text);
  if (whole.width <= room) return whole;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (set(`${letters.slice(0, middle).join('')}…`).width <= room) fits = middle;
    else tooMany = middle;
  }
  return set(`${letters.slice(0, fits).join('').trimEnd()}…`);
}
