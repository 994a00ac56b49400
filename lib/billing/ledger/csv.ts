/** The byte order mark that tells spreadsheets that a file is UTF-8. */
export const csvStart = '\uFEFF';

/**
 * One line of CSV as RFC 4180 lays it down, with its CRLF. Numbers are written as they are; a text that a
 * spreadsheet would take for a formula gets an apostrophe before it, as OWASP advises (CSV Injection).
 */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(cellStart, disarm);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Start of a cell, also after separators of other spreadsheet locales, such as the semicolon in Germany. */
const cellStart = /(^|[;\t\r\n]"*)(.)/gsu;

function disarm(start: string, before: string, first: string): string {
  // Full-width signs are taken for the plain ones.
  const isFormula = /[=+\-@\t\r\n]/.test(first.normalize('NFKC'));
  return isFormula ? `${before}'${first}` : start;
}
