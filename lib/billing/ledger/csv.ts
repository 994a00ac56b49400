/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const csvStart = '\uFEFF';

/**
 * Formats one line of CSV (RFC 4180), with its CRLF. Text that a spreadsheet would take for a formula gets a leading
 * apostrophe, as OWASP advises (CSV Injection); numbers don't.
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

/** The start of a cell, also after separators of other spreadsheet locales, such as the semicolon in Germany. */
const cellStart = /(^|[;\t\r\n]"*)(.)/gsu;

function disarm(start: string, before: string, first: string): string {
  // Spreadsheets treat full-width signs like plain ones.
  const isFormula = /[=+\-@\t\r\n]/.test(first.normalize('NFKC'));
  return isFormula ? `${before}'${first}` : start;
}
