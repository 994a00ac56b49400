import { mirror, orderFromLeft } from '#lib/exports/documents/text-direction';
import type { Line } from '#lib/exports/pdf/break-lines';
import type { Fragment } from '#lib/exports/pdf/cut-text';
import type { Face, Measure } from '#lib/exports/pdf/load-fonts';
import { reordering } from '#lib/exports/pdf/shape-text';

/** Text drawn in one go. `x` counts from the left end of its line, in points at size 1. */
export interface Run {
  text: string;
  /** The meaning of its glyphs, in their order, where they do not tell by themselves. */
  spelled?: Spelling[];
  face: Face;
  level: number;
  span: number;
  x: number;
  width: number;
}

/** Characters that fontkit sets from right to left, whatever stands around them; the digits of Arabic among them. */
const turning =
  /[\p{Script=Hebrew}\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Scripts from right to left of which programs that extract text don't know it, so that they leave them as they are. */
const unturned =
  /[\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Makes the runs of a line and finds where each stands. The runs stay in reading order. */
export function placeRuns(line: Line, measure: Measure): { runs: Run[]; width: number } {
  const runs = line.reduce<Fragment[]>(joinOrCut, []).map(({ text, face, level, span }): Run => {
    const run = { text, face, level, span, x: 0, width: measure(text, face, level) };
    if (level % 2 === 1) return { ...run, ...turn(text, face) };
    if (turning.test(text)) return { ...run, text: toGlyphOrder(text, face, 'ltr') };
    // A box doesn't show its character.
    const isSpelled = face.isBox === true || reordering.test(text);
    return isSpelled ? { ...run, spelled: spellWhole(text) } : run;
  });
  let width = 0;
  for (const run of orderFromLeft(runs)) {
    run.x = width;
    width += run.width;
  }
  return { runs, width };
}

/** Spelled in one, so that programs that extract text have it as it is read. */
function spellWhole(text: string): Spelling[] {
  return [{ text, silent: 0, glyphs: Infinity }];
}

function isAlike(last: Fragment | undefined, { face, level, span }: Fragment): last is Fragment {
  return last?.face === face && last.level === level && last.span === span;
}

/** Most text is drawn as far as it goes; spelled text is drawn word by word, so that words can be selected. */
function joinOrCut(joined: Fragment[], fragment: Fragment): Fragment[] {
  const { text, level } = fragment;
  if (level % 2 === 1 || reordering.test(text) || turning.test(text)) {
    for (const word of unturned.test(text) ? [text] : text.split(/( +)/)) {
      if (word === '') continue;
      const last = joined.at(-1);
      // Between runs, programs that extract text may see a blank where a script has none.
      const joins = (part: string): boolean => reordering.test(part) || unturned.test(part);
      if (isAlike(last, fragment) && joins(word) && joins(last.text)) last.text += word;
      else joined.push({ ...fragment, text: word });
    }
    return joined;
  }
  const last = joined.at(-1);
  const continues = isAlike(last, fragment) && !reordering.test(last.text) && !turning.test(last.text);
  if (continues) last.text += text;
  else joined.push({ ...fragment });
  return joined;
}

/** Right-to-left text in drawing order, spelled so that programs which extract it get the letters right. */
function turn(text: string, face: Face): Pick<Run, 'text' | 'spelled'> {
  const shown = toGlyphOrder(mirror(text), face, 'rtl');
  if (face.isBox === true || unturned.test(text)) return { text: shown, spelled: spellWhole(text) };
  return { text: shown, spelled: spellGlyphs(text, face.font.layout(shown).glyphs) };
}

/** The text such that its glyphs stand in this direction: fontkit decides by the script, and we by the line. */
function toGlyphOrder(text: string, face: Face, direction: 'ltr' | 'rtl'): string {
  return face.font.layout(text).direction === direction ? text : Array.from(text).toReversed().join('');
}

/** The text of glyphs that follow each other: `silent` ones, which mean nothing, come first. */
interface Spelling {
  text: string;
  silent: number;
  glyphs: number;
}

/** A letter and the marks above and below it. */
const letters = /[^\p{M}\p{Default_Ignorable_Code_Point}][\p{M}\p{Default_Ignorable_Code_Point}]*/gu;

/**
 * Tells which letters of a word that is read from the right its glyphs mean, in the glyphs' order: from the left.
 * A font draws a letter as one glyph with a width and, for its dots and marks, others without; dots are shared by
 * many letters, so that only this tells them apart. Where that does not come out even, the word is spelled whole.
 */
function spellGlyphs(word: string, glyphs: ReadonlyArray<{ advanceWidth: number }>): Spelling[] {
  const whole = { text: word, silent: 0, glyphs: glyphs.length };
  const meanings = word.match(letters) ?? [];
  const spellings: Spelling[] = [];
  let marks = 0;
  for (const { advanceWidth } of glyphs) {
    if (advanceWidth === 0) {
      // Turned to the left, a letter's marks come before it.
      marks += 1;
      continue;
    }
    const text = meanings[meanings.length - 1 - spellings.length];
    if (text === undefined) return [whole];
    spellings.push({ text, silent: marks, glyphs: 1 });
    marks = 0;
  }
  if (marks > 0 || spellings.length !== meanings.length) return [whole];
  return spellings;
}
