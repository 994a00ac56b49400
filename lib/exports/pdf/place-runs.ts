import { mirror, orderFromLeft } from '#lib/exports/documents/text-direction';
import type { Line } from '#lib/exports/pdf/break-lines';
import type { Fragment } from '#lib/exports/pdf/cut-text';
import type { Face, Measure } from '#lib/exports/pdf/load-fonts';
import { reordering } from '#lib/exports/pdf/shape-text';

/** Text that is drawn at once. `x` counts from the left end of its line, in points at size 1. */
export interface Run {
  text: string;
  /** The text of its glyphs, in order, if it differs from their characters. */
  spelled?: Spelling[];
  face: Face;
  level: number;
  span: number;
  x: number;
  width: number;
}

/** Characters that fontkit always lays out from right to left, including Arabic digits. */
const turning =
  /[\p{Script=Hebrew}\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Right-to-left scripts that text extraction doesn't recognize as such and leaves in order. */
const unturned =
  /[\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Builds the runs of a line and positions them. The runs stay in reading order. */
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

/** Spells the whole text at once, so that text extraction returns it in reading order. */
function spellWhole(text: string): Spelling[] {
  return [{ text, silent: 0, glyphs: Infinity }];
}

function isAlike(last: Fragment | undefined, { face, level, span }: Fragment): last is Fragment {
  return last?.face === face && last.level === level && last.span === span;
}

/** Joins most text into long runs. Spelled text is drawn word by word, so that words can be selected. */
function joinOrCut(joined: Fragment[], fragment: Fragment): Fragment[] {
  const { text, level } = fragment;
  if (level % 2 === 1 || reordering.test(text) || turning.test(text)) {
    for (const word of unturned.test(text) ? [text] : text.split(/( +)/)) {
      if (word === '') continue;
      const last = joined.at(-1);
      // Text extraction may insert a space between runs, which is wrong for scripts without spaces.
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

/** Returns right-to-left text in drawing order, spelled so that text extraction gets the letters right. */
function turn(text: string, face: Face): Pick<Run, 'text' | 'spelled'> {
  const shown = toGlyphOrder(mirror(text), face, 'rtl');
  if (face.isBox === true || unturned.test(text)) return { text: shown, spelled: spellWhole(text) };
  return { text: shown, spelled: spellGlyphs(text, face.font.layout(shown).positions) };
}

/** Orders the text so that its glyphs run in this direction: fontkit decides by script, lines by level. */
function toGlyphOrder(text: string, face: Face, direction: 'ltr' | 'rtl'): string {
  return face.font.layout(text).direction === direction ? text : turnAround(text);
}

/** Text extraction reads lines from left to right and reverses right-to-left text by character. */
function turnAround(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** The text of consecutive glyphs. The first `silent` ones stand for nothing. */
interface Spelling {
  text: string;
  silent: number;
  glyphs: number;
}

/** A letter with its combining marks. */
const letters = /[^\p{M}\p{Default_Ignorable_Code_Point}][\p{M}\p{Default_Ignorable_Code_Point}]*/gu;

/**
 * Maps the glyphs of a right-to-left word, which are in left-to-right order, to its letters. Fonts draw a letter as one
 * glyph with a width, plus glyphs of no width for its dots and marks. Many letters share dots, so only this mapping
 * identifies them. If the counts differ, spells the word as a whole.
 */
function spellGlyphs(word: string, glyphs: ReadonlyArray<{ xAdvance: number }>): Spelling[] {
  const whole = { text: turnAround(word), silent: 0, glyphs: glyphs.length };
  const meanings = word.match(letters) ?? [];
  const spellings: Spelling[] = [];
  let marks = 0;
  for (const { xAdvance } of glyphs) {
    if (xAdvance === 0) {
      // In left-to-right order, marks precede their letter.
      marks += 1;
      continue;
    }
    const text = meanings[meanings.length - 1 - spellings.length];
    if (text === undefined) return [whole];
    spellings.push({ text: turnAround(text), silent: marks, glyphs: 1 });
    marks = 0;
  }
  if (marks > 0 || spellings.length !== meanings.length) return [whole];
  return spellings;
}
