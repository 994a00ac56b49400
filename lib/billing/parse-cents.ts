/**
 * Parses an amount such as "10", "10.5" or "10.50" into cents; undefined for anything else, and from ten million up,
 * the limit of amounts in the database.
 */
export function parseCents(text: string): number | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
