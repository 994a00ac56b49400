/** Text of a header or footer: a page's number and how many there are stand in it as fields. */
export type MarginText = Array<{ text: string } | { field: 'page' | 'pages' }>;

/** A header or footer; those of its parts that are empty have no text. */
export interface MarginLine {
  left: MarginText;
  center: MarginText;
  right: MarginText;
}

/** A template's header or footer: one part stands in the center, two left and right, three left, center and right. */
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

/** The text on one page. */
export function toPageText(text: MarginText, page: number, pages: number): string {
  return text.map((part) => ('text' in part ? part.text : part.field === 'page' ? page : pages)).join('');
}

export function isEmpty({ left, center, right }: MarginLine): boolean {
  return left.length + center.length + right.length === 0;
}
