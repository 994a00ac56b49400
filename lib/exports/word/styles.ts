import {
  AlignmentType,
  type IStylesOptions,
  LineRuleType,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx';
import { isEmpty, type MarginLine, type MarginText } from '#lib/exports/documents/margin-line';
import { toPage } from '#lib/exports/documents/page';
import type { DocumentFrame } from '#lib/exports/documents/transcript-document';
import { documentFonts } from '#lib/exports/word/fonts';

const ink = '1C1C1E';
export const dimmed = '6E6E73';

/** Word counts lengths in twentieths of a point, and letters in halves. */
const length = (points: number): number => points * 20;
const letters = (points: number): number => points * 2;

/** The pages of a document, in twentieths of a point. */
export function toWordPage(document: Parameters<typeof toPage>[0]) {
  const { width, height, margin, footer } = toPage(document);
  const side = length(margin);
  return {
    size: { width: Math.round(length(width)), height: Math.round(length(height)) },
    margin: { top: side, right: side, bottom: side, left: side, footer: length(footer) },
  };
}

/** The styles of headings, text and links; a reader can change them in one place. */
export function wordStyles(
  language: string,
  { fontSize, lineSpacing }: Partial<NonNullable<DocumentFrame['template']>> = {},
): IStylesOptions {
  return {
    default: {
      document: {
        run: { size: letters(fontSize ?? 11), color: ink, ...documentFonts(language) },
        // In parts of 240 of what the letters ask for.
        paragraph: { spacing: { after: length(11), line: 240 * (lineSpacing ?? 1.25) } },
      },
      heading1: {
        run: { size: letters(22), bold: true, color: ink },
        paragraph: { keepNext: true, spacing: { after: length(18), line: 264 } },
      },
      hyperlink: { run: { color: '1F4FBF', underline: {} } },
    },
  };
}

/** The style of the facts below a heading, and of the heading above them. */
export const factsLook = {
  // LibreOffice takes a style's spacing for an exact one unless it is told.
  headingSpacing: { after: length(2), line: 264, lineRule: LineRuleType.AUTO },
  spacing: { after: length(18) },
  run: { size: letters(10), color: dimmed },
};

const marginSpacing = { after: 0, line: 240, lineRule: LineRuleType.AUTO };

/** A header or footer: one in the center alone is centered, others stand at tabs. */
export function toMargin(line: MarginLine, template: DocumentFrame['template']): Paragraph {
  const { left, center, right } = line;
  const toRun = (text: MarginText, before: string[] = []): TextRun =>
    new TextRun({ children: [...before, ...toChildren(text)], size: letters(9), color: dimmed });
  const look = template && { suppressLineNumbers: true, spacing: marginSpacing };
  if (isEmpty({ ...line, center: [] }))
    return new Paragraph({ ...look, alignment: AlignmentType.CENTER, children: [toRun(center)] });
  const { size, margin } = toWordPage({ template });
  const width = size.width - margin.left - margin.right;
  const hasCenter = center.length > 0;
  return new Paragraph({
    ...look,
    tabStops: [
      // A long text on the left would pass by a tab in the center.
      ...(hasCenter ? [{ type: TabStopType.CENTER, position: Math.round(width / 2) }] : []),
      { type: TabStopType.RIGHT, position: width },
    ],
    children: [toRun(left), ...(hasCenter ? [toRun(center, ['\t'])] : []), toRun(right, ['\t'])],
  });
}

function toChildren(text: MarginText): string[] {
  const fields = { page: PageNumber.CURRENT, pages: PageNumber.TOTAL_PAGES };
  return text.map((part) => ('text' in part ? part.text : fields[part.field]));
}
