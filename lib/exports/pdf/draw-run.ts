import type { Font } from 'fontkit';
import type { Run } from '#lib/exports/pdf/place-runs';

/** The part of pdfkit's fonts that its own text drawing uses; lengths are thousandths of the size. */
interface EmbeddedFont {
  id: string;
  /** Opened by pdfkit for itself. */
  font: Font;
  /** The text of each glyph for programs that extract text, as long as nothing else is said. */
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
 * Draws a run with its baseline at `y`, counted from the top of the page. pdfkit's `text` would end a marked
 * content outside the text object, where programs that extract text no longer know its font and place.
 */
export function drawRun(
  pdf: PDFKit.PDFDocument,
  { text, spelled, face }: Pick<Run, 'text' | 'spelled' | 'face'>,
  { size, x, y }: { size: number; x: number; y: number },
): void {
  // pdfkit knows a font by its name, and reads it once.
  pdf.registerFont(face.id, face.data);
  pdf.font(face.id, size);
  const { _font: font, page } = pdf as unknown as {
    _font: EmbeddedFont;
    page: { fonts: Record<string, unknown> };
  };
  // Measured and drawn by one.
  font.font.layout = face.layout;
  page.fonts[font.id] ??= font.ref();
  const [glyphs, positions] = font.encode(text);
  pdf.addContent('BT');
  pdf.addContent(`/${font.id} ${size} Tf`);
  const marks = markSpellings(spelled, glyphs, font.unicode);
  for (const command of toCommands(glyphs, positions, marks, { size, x, y })) pdf.addContent(command);
  pdf.addContent('ET');
}

/** The beginnings and ends of marked content, by glyph: around those glyphs that the font itself spells otherwise. */
interface Marks {
  begins: Map<number, string>;
  ends: Set<number>;
}

function markSpellings(spelled: Run['spelled'], glyphs: readonly string[], unicode: number[][]): Marks {
  const marks: Marks = { begins: new Map(), ends: new Set() };
  const toId = (glyph: string): number => Number.parseInt(glyph, 16);
  let from = 0;
  for (const { text, silent, glyphs: count } of spelled ?? []) {
    for (const glyph of glyphs.slice(from, from + silent)) unicode[toId(glyph)] = [];
    from += silent;
    const to = Math.min(from + count, glyphs.length);
    const known = glyphs.slice(from, to).flatMap((glyph) => unicode[toId(glyph)] ?? []);
    // Programs that extract text take a mark that stands aside for a word of its own.
    if (count === Infinity || String.fromCodePoint(...known) !== text) {
      const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
      marks.begins.set(from, `/Span <</ActualText <feff${hex}>>> BDC`);
      marks.ends.add(to - 1);
    }
    from = to;
  }
  return marks;
}

/** Shows glyphs in stretches: a new one wherever a glyph stands beside its place, as a mark above a letter does. */
function toCommands(
  glyphs: readonly string[],
  positions: readonly GlyphPosition[],
  { begins, ends }: Marks,
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
      // The page counts from the top, letters stand upwards.
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

function toNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
