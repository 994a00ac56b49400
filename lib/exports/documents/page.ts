import type { ExportTemplate } from '#lib/transcript/text/export-template';

/** Header or footer text, with fields for the page number and the number of pages. */
export type MarginText = Array<{ text: string } | { field: 'page' | 'pages' }>;

/** A header or footer. Empty parts have no text. */
export interface MarginLine {
  left: MarginText;
  center: MarginText;
  right: MarginText;
}

/** Parses a template's header or footer: one part is centered, two are left and right, three left, center and right. */
export function toMarginLine(written: string, fields: { name: string; date: string }): MarginLine {
  const [first, second, ...rest] = written.split('|').map((part) => fill(part.trim(), fields));
  if (first === undefined || second === undefined) return { left: [], center: first ?? [], right: [] };
  return { left: first, center: rest.length > 0 ? second : [], right: rest.at(-1) ?? second };
}

function fill(part: string, fields: { name: string; date: string }): MarginText {
  return part
    .split(/(\{(?:name|date|pages?)\})/)
    .filter((token) => token !== '')
    .map((token) => {
      switch (token) {
        case '{page}':
          return { field: 'page' };
        case '{pages}':
          return { field: 'pages' };
        case '{name}':
          return { text: fields.name };
        case '{date}':
          return { text: fields.date };
        default:
          return { text: token };
      }
    });
}

/** Fills in the fields for one page. */
export function toPageText(text: MarginText, page: number, pages: number): string {
  return text.map((part) => ('text' in part ? part.text : part.field === 'page' ? page : pages)).join('');
}

export function isEmpty({ left, center, right }: MarginLine): boolean {
  return left.length + center.length + right.length === 0;
}

/** Paper sizes in points: A4 (ISO 216) and US Letter (ANSI A). */
const sizes: Record<ExportTemplate['paper'], { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
};

/** A page in points. `footer` is the distance of the header's top and the footer's bottom from the edge. */
export interface Page {
  width: number;
  height: number;
  margin: number;
  footer: number;
}

/** Returns a document's page, with a margin that leaves about eighty characters per line. */
export function toPage({ template }: { template?: Pick<ExportTemplate, 'paper'> | undefined }): Page {
  return { ...sizes[template?.paper ?? 'a4'], margin: 72, footer: 40 };
}
