import { findDirections } from '#lib/exports/documents/text-direction';
import {
  type DocumentBlock,
  type DocumentPart,
  toPlain,
  type TranscriptDocument,
} from '#lib/exports/documents/transcript-document';
import { type Page, toPage } from '#lib/exports/documents/page';
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
import { layOutMargins, listMarginTexts, type MarginText } from '#lib/exports/pdf/lay-out-margins';
import { placeRuns, type Run } from '#lib/exports/pdf/place-runs';

interface Look {
  weight: Weight;
  size: number;
  lineHeight: number;
  isDimmed?: boolean;
}

const headingLook: Look = { weight: 700, size: 22, lineHeight: 30 };
const factsLook: Look = { weight: 400, size: 10, lineHeight: 17, isDimmed: true };

/** Single-spaced lines are 1.3 times the font size. */
function getTextLook(template: TranscriptDocument['template']): Look {
  if (template === undefined) return { weight: 400, size: 10.5, lineHeight: 17 };
  const { fontSize, lineSpacing } = template;
  return { weight: 400, size: fontSize, lineHeight: fontSize * 1.3 * lineSpacing };
}

/** A positioned line. `x` is its left end, and `baseline` counts from the top of the page. */
export interface PlacedLine {
  page: number;
  x: number;
  baseline: number;
  runs: Run[];
}

/** A laid-out paragraph with its structure tag. */
export interface Paragraph {
  tag: 'H1' | 'P';
  spans: readonly Span[];
  look: Look;
  /** True for the transcript's text, whose lines can be numbered. */
  isNumbered: boolean;
  lines: PlacedLine[];
}

/** A document laid out on pages of one size. `margins` has the header, footer and line numbers of each page. */
export interface LaidOut {
  paragraphs: Paragraph[];
  margins: MarginText[][];
  page: Page;
}

interface Draft {
  tag: Paragraph['tag'];
  spans: Span[];
  look: Look;
  /** The side on which lines begin: right for right-to-left text. */
  side: 'left' | 'right';
}

export async function layOut(document: TranscriptDocument): Promise<LaidOut> {
  const page = toPage(document);
  const groups = draft(document);
  const texts = textsByWeight(groups);
  texts[400].push(...listMarginTexts(document));
  const getFace = await loadFonts(texts, document.language);
  const measure = rememberWidths();
  const broken = groups.map((group) => group.map((paragraph) => setLines(paragraph, page, getFace, measure)));
  const positions = paginate(
    broken.map((paragraphs, index) => toGroup(paragraphs, index)),
    page.height - 2 * page.margin,
  );
  const paragraphs = broken.flatMap((group, index) =>
    positionLines(group, page, positions[index] ?? [], index > 0),
  );
  const pages = 1 + Math.max(0, ...positions.map((group) => group.at(-1)?.page ?? 0));
  const margins = layOutMargins(document, { paragraphs, page, pages, getFace, measure });
  return { paragraphs, margins, page };
}

function draft({ name, facts, blocks, template, emptyText }: TranscriptDocument): Draft[][] {
  const look = getTextLook(template);
  const side = getSide(name);
  const heading: Draft[] = [{ tag: 'H1', spans: [{ text: name }], look: headingLook, side }];
  if (facts !== undefined) heading.push({ tag: 'P', spans: [{ text: facts }], look: factsLook, side });
  if (blocks.length === 0) {
    return [heading, [{ tag: 'P', spans: [{ text: emptyText }], look, side: 'left' }]];
  }
  const monologues = blocks.map(({ label, isOwnLine, text }: DocumentBlock): Draft[] => {
    const side = getSide(toPlain(text) || toPlain(label));
    const [before, said] = [label.map(toSpan), text.map(toSpan)];
    const toDraft = (spans: Span[]): Draft => ({ tag: 'P', spans, look, side });
    if (before.length === 0) return [toDraft(said)];
    return isOwnLine ? [toDraft(before), toDraft(said)] : [toDraft([...before, { text: ' ' }, ...said])];
  });
  return [heading, ...monologues];
}

function toSpan({ text, isBold, isDimmed, link }: DocumentPart): Span {
  return {
    // Fonts for Latin letters lack the narrow one.
    text: text.replaceAll('\u202f', '\u00a0'),
    ...(link !== undefined && { link }),
    ...(isDimmed && { isDimmed }),
    ...(isBold && { weight: 700 }),
  };
}

function getSide(text: string): Draft['side'] {
  return findDirections(text).level === 1 ? 'right' : 'left';
}

function textsByWeight(groups: readonly Draft[][]): Record<Weight, string[]> {
  const texts: Record<Weight, string[]> = { 400: [], 700: [] };
  for (const { spans, look } of groups.flat()) {
    for (const { text, weight = look.weight } of spans) texts[weight].push(text);
  }
  return texts;
}

type Broken = Draft & { lines: Array<{ runs: Run[]; x: number }> };

function setLines(paragraph: Draft, page: Page, getFace: GetFace, measure: Measure): Broken {
  const { spans, look, side } = paragraph;
  const fragments = cutText(spans, look.weight, getFace);
  const lines = breakLines(fragments, (page.width - 2 * page.margin) / look.size, measure).map((line) => {
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

function positionLines(
  group: readonly Broken[],
  page: Page,
  positions: readonly LinePosition[],
  isNumbered: boolean,
): Paragraph[] {
  let next = 0;
  return group.map(({ tag, spans, look, lines }) => ({
    tag,
    spans,
    look,
    isNumbered,
    lines: lines.map(({ runs, x }) => {
      const { page: number, top } = positions[next] ?? { page: 0, top: 0 };
      next += 1;
      // Centers letters vertically in their line.
      const baseline = page.margin + top + look.lineHeight / 2 + look.size * 0.36;
      return { page: number, x, baseline, runs };
    }),
  }));
}
