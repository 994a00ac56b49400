const PLAIN = /^[a-z0-9]+$/;
const LEAST_LIKENESS = 0.3;
/** Visits each run of marks only once, from its start: otherwise marks within a word would take quadratic time. */
const EDGES = /^[^\p{L}\p{M}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu;

/** Normalizes a word for comparison: lowercase, NFKC, straight apostrophes, no outer punctuation unless that is all. */
export function wordForm(text: string): string {
  if (PLAIN.test(text)) return text;
  const whole = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  return trimPunctuation(whole) || whole;
}

/** Strips outer punctuation from a word. Empty if that is all. */
export function trimPunctuation(text: string): string {
  return text.replace(EDGES, '');
}

/** Returns the share of letters, 0 to 1, in the common prefix and suffix of two different forms; 0 if insignificant. */
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

/** True if one word equals the other or may be a correction of it. */
export function areAlike(text: string | undefined, other: string | undefined): boolean {
  if (text === undefined || other === undefined) return false;
  if (text === other) return true;
  const form = wordForm(text);
  const otherForm = wordForm(other);
  return form === otherForm || likeness(form, otherForm) > 0;
}
