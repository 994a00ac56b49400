/**
 * Whole cents of an amount such as "10", "10.5" or "10.50"; undefined for anything else, and for ten million and
 * more, which an amount of money in the database does not hold.
 */
export function parseCents(text: string): number | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
