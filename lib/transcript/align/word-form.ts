const PLAIN = /^[a-z0-9]+$/;
const LEAST_LIKENESS = 0.3;
/** Each run is looked at once, from its beginning: else signs within a word would take the square of their number. */
const EDGES = /^[^\p{L}\p{M}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu;

/** A word for comparison: lower case, NFKC, straight apostrophes, no outer punctuation unless that is all. */
export function wordForm(text: string): string {
  if (PLAIN.test(text)) return text;
  const whole = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  return whole.replace(EDGES, '') || whole;
}

/** The share of letters that two different forms begin and end with together, 0 to 1; 0 if too small to matter. */
export function likeness(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) {
    tail++;
  }
  const alike = (head + tail) / Math.max(a.length, b.length, 1);
  return alike < LEAST_LIKENESS ? 0 : alike;
}

/** True if a word is another one, or may be the correction of it. */
export function areAlike(text: string | undefined, other: string | undefined): boolean {
  if (text === undefined || other === undefined) return false;
  if (text === other) return true;
  const form = wordForm(text);
  const otherForm = wordForm(other);
  return form === otherForm || likeness(form, otherForm) > 0;
}
