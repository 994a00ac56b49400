/* Removes characters from external text that no transcript can hold. `\p{Surrogate}` matches only lone surrogates. */

const lineBreak = /[\n\r\u2028\u2029]/u;
const blanks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const unwanted = /[\p{Cc}\p{Surrogate}\ufeff]/gu;

/** Replaces line breaks and tabs with spaces, and drops control characters and lone surrogates, for a monologue. */
export function cleanText(text: string): string {
  return (
    text
      // Visits each run once: with the line break in the pattern, a long run without one would take quadratic time.
      .replace(/[^\S\u00a0]+/gu, (run) => (lineBreak.test(run) ? ' ' : run))
      .replace(blanks, ' ')
      .replace(unwanted, '')
  );
}

/** Splits external text into paragraphs for monologues: at blank lines or, without any, at line breaks. */
export function splitParagraphs(text: string): string[] {
  const lines = text.replaceAll(/\r\n?|[\v\u0085\u2028]/g, '\n').replaceAll('\u2029', '\n\n');
  const parts = lines.trim().split(/\n[^\S\n]*\n/);
  const paragraphs = parts.length > 1 ? parts : lines.split('\n');
  return paragraphs.map((paragraph) => cleanText(paragraph).trim()).filter((paragraph) => paragraph !== '');
}

/** Splits text into pieces of at most `maxLength` UTF-16 units, at spaces if possible, and never inside a character. */
export function splitText(text: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > maxLength) {
    const blank = rest.lastIndexOf(' ', maxLength);
    const isHalf = /[\ud800-\udbff]/.test(rest[maxLength - 1] ?? '');
    const cut = blank > 0 ? blank : maxLength - (isHalf ? 1 : 0);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...pieces, rest];
}
