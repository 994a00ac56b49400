import type { Font } from 'fontkit';
import { pictureGlyph } from '#lib/exports/pdf/picture-glyph';
import type { Run } from '#lib/exports/pdf/place-runs';

/** The part of pdfkit's fonts that its text drawing uses. Lengths are thousandths of the font size. */
interface EmbeddedFont {
  id: string;
  /** pdfkit's own instance. */
  font: Font;
  /** By glyph number in the PDF: its number in the font, its width, and its text for text extraction. */
  subset: { glyphs: number[] };
  widths: number[];
  unicode: number[][];
  ref: () => unknown;
  encode: (text: string) => [glyphs: string[], positions: GlyphPosition[]];
}

interface GlyphPosition {
  xAdvance: number;
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
}

/**
 * Draws a run with its baseline at `y`, counted from the top of the page. pdfkit's `text` would close marked content
 * outside the text object, where text extraction loses its font and position.
 */
export function drawRun(
  pdf: PDFKit.PDFDocument,
  { text, spelled, face }: Pick<Run, 'text' | 'spelled' | 'face'>,
  { size, x, y }: { size: number; x: number; y: number },
): void {
  // pdfkit identifies fonts by name and parses each once.
  pdf.registerFont(face.id, face.data);
  pdf.font(face.id, size);
  const { _font: font, page } = pdf as unknown as {
    _font: EmbeddedFont;
    page: { fonts: Record<string, unknown>; xobjects: Record<string, unknown> };
  };
  // Uses the same layout for measuring and drawing.
  font.font.layout = face.layout;
  page.fonts[font.id] ??= font.ref();
  const [glyphs, positions] = font.encode(text);
  const drawn = spell(spelled ?? [], { glyphs, positions }, font);
  pdf.addContent('BT');
  pdf.addContent(`/${font.id} ${size} Tf`);
  for (const command of toCommands(drawn, { size, x, y })) pdf.addContent(command);
  pdf.addContent('ET');
  const scale = toNumber(size / font.font.unitsPerEm, 5);
  for (const { glyph, left, up } of drawn.marks) {
    const name = `${font.id}-${glyph}`;
    page.xobjects[name] ??= pictureGlyph(pdf, font.font, glyph);
    const [markX, markY] = [toNumber(x + (left * size) / 1000), toNumber(y - (up * size) / 1000)];
    pdf.addContent(`q ${scale} 0 0 -${scale} ${markX} ${markY} cm /${name} Do Q`);
  }
}

/** The glyphs to show, starts and ends of marked content by glyph index, and the marks that are drawn as pictures. */
interface Drawn {
  glyphs: string[];
  positions: GlyphPosition[];
  begins: Map<number, string>;
  ends: Set<number>;
  marks: Array<{ glyph: number; left: number; up: number }>;
}

/**
 * Assigns glyphs the texts that they stand for. A letter's glyph also stands for its marks, which are drawn as
 * pictures, since text extraction would read a mark beside its letter as a word. Text of several glyphs is marked
 * content.
 */
function spell(
  spelled: NonNullable<Run['spelled']>,
  { glyphs, positions }: Pick<Drawn, 'glyphs' | 'positions'>,
  font: EmbeddedFont,
): Drawn {
  const drawn: Drawn = {
    glyphs: [],
    positions: [...positions],
    begins: new Map(),
    ends: new Set(),
    marks: [],
  };
  let from = 0;
  let left = 0;
  const keep = (glyph: string): void => {
    left += drawn.positions[drawn.glyphs.length]?.xAdvance ?? 0;
    drawn.glyphs.push(glyph);
  };
  for (const { text, silent, glyphs: count } of spelled) {
    for (const glyph of glyphs.slice(from, from + silent)) {
      const [{ xOffset, yOffset } = { xOffset: 0, yOffset: 0 }] = drawn.positions.splice(
        drawn.glyphs.length,
        1,
      );
      drawn.marks.push({ glyph: font.subset.glyphs[toId(glyph)] ?? 0, left: left + xOffset, up: yOffset });
    }
    const meant = glyphs.slice(from + silent, from + silent + count);
    from += silent + meant.length;
    const known = meant.flatMap((glyph) => font.unicode[toId(glyph)] ?? []);
    if (count > 1 && (count === Infinity || String.fromCodePoint(...known) !== text)) {
      const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
      drawn.begins.set(drawn.glyphs.length, `/Span <</ActualText <feff${hex}>>> BDC`);
      drawn.ends.add(drawn.glyphs.length + meant.length - 1);
    }
    for (const glyph of meant) keep(count === 1 ? copyGlyph(font, glyph, text) : glyph);
  }
  for (const glyph of glyphs.slice(from)) keep(glyph);
  return drawn;
}

/** Copied glyphs, by glyph and text. */
const copies = new WeakMap<EmbeddedFont, Map<string, number>>();

/** Returns a glyph that stands for this text. Letters that share a glyph in the font need separate ones in the PDF. */
function copyGlyph(font: EmbeddedFont, glyph: string, text: string): string {
  const id = toId(glyph);
  if (String.fromCodePoint(...(font.unicode[id] ?? [])) === text) return glyph;
  const known = copies.get(font) ?? new Map<string, number>();
  copies.set(font, known);
  const key = `${glyph} ${text}`;
  const copy = known.get(key) ?? font.subset.glyphs.push(font.subset.glyphs[id] ?? 0) - 1;
  known.set(key, copy);
  font.unicode[copy] = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  font.widths[copy] = font.widths[id] ?? 0;
  return copy.toString(16).padStart(4, '0');
}

function toId(glyph: string): number {
  return Number.parseInt(glyph, 16);
}

/** Shows glyphs in runs, and begins a new one at each glyph with an offset, such as a mark above a letter. */
function toCommands(
  { glyphs, positions, begins, ends }: Drawn,
  { size, x, y }: { size: number; x: number; y: number },
): string[] {
  const commands: string[] = [];
  let stretch = '';
  let moved = true;
  let left = x;
  const end = (): void => {
    if (stretch !== '') commands.push(`[${stretch.replaceAll('><', '')}] TJ`);
    stretch = '';
  };
  positions.forEach(({ xAdvance, advanceWidth, xOffset, yOffset }, index) => {
    const begin = begins.get(index);
    const aside = xOffset !== 0 || yOffset !== 0;
    if (moved || aside || begin !== undefined) end();
    if (begin !== undefined) commands.push(begin);
    if (moved || aside) {
      // The page counts from the top, so letters have to be flipped.
      const [glyphX, glyphY] = [left + (xOffset * size) / 1000, y - (yOffset * size) / 1000];
      commands.push(`1 0 0 -1 ${toNumber(glyphX)} ${toNumber(glyphY)} Tm`);
    }
    stretch += `<${glyphs[index] ?? ''}>`;
    const kern = advanceWidth - xAdvance;
    if (kern !== 0) stretch += toNumber(kern);
    if (ends.has(index)) {
      end();
      commands.push('EMC');
    }
    left += (xAdvance * size) / 1000;
    moved = aside;
  });
  end();
  return commands;
}

function toNumber(value: number, digits = 3): string {
  return String(Math.round(value * 10 ** digits) / 10 ** digits);
}
