import {
  AlignmentType,
  type IStylesOptions,
  LineRuleType,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx';
import { isEmpty, type MarginLine, type MarginText, toPage } from '#lib/exports/documents/page';
import type { DocumentFrame } from '#lib/exports/documents/transcript-document';
import { documentFonts } from '#lib/exports/word/fonts';

const ink = '1C1C1E';
export const dimmed = '6E6E73';

/** Word measures lengths in twentieths of a point, and font sizes in half-points. */
const length = (points: number): number => points * 20;
const letters = (points: number): number => points * 2;

/** Returns a document's pages, in twentieths of a point. */
export function toWordPage(document: Parameters<typeof toPage>[0]) {
  const { width, height, margin, footer } = toPage(document);
  const side = length(margin);
  return {
    size: { width: Math.round(length(width)), height: Math.round(length(height)) },
    margin: { top: side, right: side, bottom: side, left: side, footer: length(footer) },
  };
}

/** Returns the styles of headings, text and links, so that readers can change each in one go. */
export function wordStyles(
  language: string,
  { fontSize, lineSpacing, lineNumbers }: Partial<NonNullable<DocumentFrame['template']>> = {},
): IStylesOptions {
  return {
    default: {
      document: {
        run: { size: letters(fontSize ?? 11), color: ink, ...documentFonts(language) },
        // In 240ths of the font's line height.
        paragraph: { spacing: { after: length(11), line: 240 * (lineSpacing ?? 1.25) } },
      },
      heading1: {
        run: { size: letters(22), bold: true, color: ink },
        paragraph: { keepNext: true, spacing: { after: length(18), line: 264 } },
      },
      hyperlink: { run: { color: '1F4FBF', underline: {} } },
    },
    // Word recognizes the style for line numbers by this name.
    ...(lineNumbers === true && {
      characterStyles: [{ id: 'LineNumber', name: 'line number', run: { size: letters(8), color: dimmed } }],
    }),
  };
}

/** The style of the facts below a heading, and the heading's spacing above them. */
export const factsLook = {
  // LibreOffice treats a style's line spacing as exact unless a rule is given.
  headingSpacing: { after: length(2), line: 264, lineRule: LineRuleType.AUTO },
  spacing: { after: length(18) },
  run: { size: letters(10), color: dimmed },
};

const marginSpacing = { after: 0, line: 240, lineRule: LineRuleType.AUTO };

/** Returns a header or footer. Text that is only in the center is centered, other text is at tab stops. */
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
      // A long text on the left would overrun a center tab.
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
