import { findDirections } from '#lib/exports/documents/text-direction';
import { toLabel, type TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { breakLines } from '#lib/exports/pdf/break-lines';
import { cutText, type Span } from '#lib/exports/pdf/cut-text';
import {
  type GetFace,
  loadFonts,
  type Measure,
  rememberWidths,
  type Weight,
} from '#lib/exports/pdf/load-fonts';
import { type Group, type LinePosition, paginate } from '#lib/exports/pdf/paginate';
import { placeRuns, type Run } from '#lib/exports/pdf/place-runs';

/** The page, in points: A4, with a margin that leaves about eighty letters to a line. */
export const page = { width: 595.28, height: 841.89, margin: 72, footer: 40 } as const;
const textWidth = page.width - 2 * page.margin;
const textHeight = page.height - 2 * page.margin;

interface Look {
  weight: Weight;
  size: number;
  lineHeight: number;
  isDimmed?: boolean;
}

const looks = {
  heading: { weight: 700, size: 22, lineHeight: 30 },
  facts: { weight: 400, size: 10, lineHeight: 17, isDimmed: true },
  label: { weight: 700, size: 10.5, lineHeight: 17 },
  text: { weight: 400, size: 10.5, lineHeight: 17 },
} as const satisfies Record<string, Look>;

/** A line with its position: `x` is where it begins, `baseline` counts from the top of the page. */
export interface PlacedLine {
  page: number;
  x: number;
  baseline: number;
  runs: Run[];
}

/** A paragraph ready to be drawn, as the structure of the document names it. */
export interface Paragraph {
  tag: 'H1' | 'P';
  spans: readonly Span[];
  look: Look;
  lines: PlacedLine[];
}

/** A whole document, laid out. `getFace` is for the footers. */
export interface LaidOut {
  paragraphs: Paragraph[];
  pages: number;
  getFace: GetFace;
  measure: Measure;
}

interface Draft {
  tag: Paragraph['tag'];
  spans: Span[];
  look: Look;
  /** The side on which its lines begin: the right in a text that runs right to left. */
  side: 'left' | 'right';
}

export async function layOut(document: TranscriptDocument): Promise<LaidOut> {
  const groups = draft(document);
  const getFace = await loadFonts(textsByWeight(groups), document.language);
  const measure = rememberWidths();
  const broken = groups.map((group) => group.map((paragraph) => setLines(paragraph, getFace, measure)));
  const positions = paginate(
    broken.map((paragraphs, index) => toGroup(paragraphs, index)),
    textHeight,
  );
  const paragraphs = broken.flatMap((group, index) => positionLines(group, positions[index] ?? []));
  const pages = 1 + Math.max(0, ...positions.map((group) => group.at(-1)?.page ?? 0));
  return { paragraphs, pages, getFace, measure };
}

function draft({ name, facts, blocks, parts, emptyText }: TranscriptDocument): Draft[][] {
  const side = getSide(name);
  const heading: Draft[] = [{ tag: 'H1', spans: [{ text: name }], look: looks.heading, side }];
  if (facts !== undefined) heading.push({ tag: 'P', spans: [{ text: facts }], look: looks.facts, side });
  if (blocks.length === 0) {
    return [heading, [{ tag: 'P', spans: [{ text: emptyText }], look: looks.text, side: 'left' }]];
  }
  const monologues = blocks.map((block): Draft[] => {
    const { speaker, text } = block;
    const side = getSide(text || speaker);
    // The narrow one is in none of the fonts for Latin letters.
    const shown = text.replaceAll('\u202f', '\u00a0');
    const said: Draft = { tag: 'P', spans: [{ text: shown }], look: looks.text, side };
    const label = toLabel(block, parts);
    return label.length > 0 ? [{ tag: 'P', spans: label, look: looks.label, side }, said] : [said];
  });
  return [heading, ...monologues];
}

function getSide(text: string): Draft['side'] {
  return findDirections(text).level === 1 ? 'right' : 'left';
}

function textsByWeight(groups: readonly Draft[][]): Record<Weight, string[]> {
  const texts: Record<Weight, string[]> = { 400: ['0123456789 /'], 700: [] };
  for (const { spans, look } of groups.flat()) texts[look.weight].push(...spans.map(({ text }) => text));
  return texts;
}

type Broken = Draft & { lines: Array<{ runs: Run[]; x: number }> };

function setLines(paragraph: Draft, getFace: GetFace, measure: Measure): Broken {
  const { spans, look, side } = paragraph;
  const fragments = cutText(spans, look.weight, getFace);
  const lines = breakLines(fragments, textWidth / look.size, measure).map((line) => {
    const { runs, width } = placeRuns(line, measure);
    return { runs, x: side === 'left' ? page.margin : page.width - page.margin - width * look.size };
  });
  return { ...paragraph, lines };
}

function toGroup(paragraphs: readonly Broken[], index: number): Group {
  const lines = paragraphs.flatMap(({ lines, look }) => lines.map(() => ({ height: look.lineHeight })));
  const head = paragraphs.length > 1 ? (paragraphs[0]?.lines.length ?? 0) : 0;
  return { head, gapBefore: index === 1 ? 20 : 11, lines };
}

function positionLines(group: readonly Broken[], positions: readonly LinePosition[]): Paragraph[] {
  let next = 0;
  return group.map(({ tag, spans, look, lines }) => ({
    tag,
    spans,
    look,
    lines: lines.map(({ runs, x }) => {
      const { page: number, top } = positions[next] ?? { page: 0, top: 0 };
      next += 1;
      // The letters stand in the middle of their line.
      const baseline = page.margin + top + look.lineHeight / 2 + look.size * 0.36;
      return { page: number, x, baseline, runs };
    }),
  }));
}
