import { readFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import { lastResortFile, type Slice, slicesFor } from '#lib/exports/pdf/font-slices';
import { type Shape, shapePlainly, shapeText } from '#lib/exports/pdf/shape-text';

/** The font weight: 400 is regular, 700 is bold. */
export type Weight = 400 | 700;

/** A font of one weight, ready for measuring and embedding. */
export interface Face {
  id: string;
  data: Buffer;
  font: fontkit.Font;
  layout: Shape;
  /** Set if it shows a box for every character. */
  isBox?: true;
  /** Set on the last-resort font. */
  isLastResort?: true;
}

/** Returns the face of a character of the document, by weight. */
export type GetFace = (codePoint: number, weight: Weight) => Face;

const faces = new Map<string, Promise<Face>>();

/** Loads faces for these texts: Noto, the last-resort font for what it lacks, and boxes for the rest. Caches faces. */
export async function loadFonts(texts: Record<Weight, string[]>, language: string): Promise<GetFace> {
  const chosen = { 400: new Map<number, Face>(), 700: new Map<number, Face>() };
  const lacking = new Set<number>();
  for (const weight of [400, 700] as const) {
    for (const codePoint of getCodePoints(texts[weight])) {
      // Some fonts have blank glyphs for private-use characters.
      const isPrivate = /\p{Private_Use}/u.test(String.fromCodePoint(codePoint));
      const face = isPrivate ? undefined : await findFace(codePoint, weight, language);
      if (face !== undefined) chosen[weight].set(codePoint, face);
      else lacking.add(codePoint);
    }
  }
  const fallback = lacking.size === 0 ? undefined : await openLastResort(lacking);
  return (codePoint, weight) => {
    const face = chosen[weight].get(codePoint) ?? fallback?.(codePoint);
    if (face === undefined) throw new Error('a character was not among the texts');
    return face;
  };
}

function getCodePoints(texts: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      const codePoint = text.codePointAt(at) ?? 0;
      found.add(codePoint);
      if (codePoint > 0xffff) at += 1;
    }
  }
  return found;
}

async function findFace(codePoint: number, weight: Weight, language: string): Promise<Face | undefined> {
  for (const slice of slicesFor(codePoint, language)) {
    const face = await loadFace(slice, weight);
    // A slice lacks some characters of its ranges.
    if (face.font.hasGlyphForCodePoint(codePoint)) return face;
  }
  return undefined;
}

function loadFace(slice: Slice, weight: Weight): Promise<Face> {
  const id = `${slice.id}-${weight}`;
  const known = faces.get(id);
  if (known !== undefined) return known;
  const loading = openFace(id, slice.file, weight);
  faces.set(id, loading);
  loading.catch(() => faces.delete(id));
  return loading;
}

async function openFace(id: string, file: string, weight: Weight): Promise<Face> {
  // fontkit can neither vary nor embed a compressed variable font, so HarfBuzz makes a static one.
  const data = await subsetFont(await readFile(file), null, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    variationAxes: { wght: weight },
  });
  const font = readFont(data);
  const layout = shapeText(font, data);
  font.layout = layout;
  return { id, data, font, layout };
}

/** Tables that drawing doesn't need. HarfBuzz can't subset some of them. */
const uncut = ['BASE', 'FFTM', 'GDEF', 'JSTF', 'MATH', 'PfEd', 'TeX ', 'gasp', 'prop', 'vhea', 'vmtx'];

const box = 0x25a1;
/** White space, also in Braille. */
const blanks = /[\s\u2800]/u;

/** Loads a subset of the last-resort font (14 MB, one weight) with these characters. Missing ones become boxes. */
async function openLastResort(lacking: ReadonlySet<number>): Promise<(codePoint: number) => Face> {
  const text = String.fromCodePoint(0x20, box, ...lacking);
  const data = await subsetFont(await readFile(lastResortFile), text, {
    targetFormat: 'sfnt',
    dropTables: uncut,
  });
  const font = readFont(data);
  const layout = shapePlainly(font);
  font.layout = layout;
  const boxFont = readFont(data);
  const boxLayout = shapePlainly(boxFont, box);
  boxFont.layout = boxLayout;
  const face: Face = { id: 'last-resort', data, font, layout, isLastResort: true };
  const boxes: Face = { id: 'boxes', data, font: boxFont, layout: boxLayout, isBox: true };
  const isShown = (codePoint: number): boolean =>
    !/\p{Private_Use}/u.test(String.fromCodePoint(codePoint)) &&
    font.hasGlyphForCodePoint(codePoint) &&
    (blanks.test(String.fromCodePoint(codePoint)) ||
      font.glyphForCodePoint(codePoint).path.commands.length > 0);
  return (codePoint) => (isShown(codePoint) ? face : boxes);
}

function readFont(data: Buffer): fontkit.Font {
  const font = fontkit.create(data);
  if (!('layout' in font)) throw new Error('a file of fonts holds a collection');
  return font;
}

/** Returns the width of a text of one face and level, in points at size 1. */
export type Measure = (text: string, face: Face, level: number) => number;

/** Creates a measure that caches widths. Measures left-to-right text word by word, as pdfkit draws it. */
export function rememberWidths(): Measure {
  const widths = new Map<Face, Map<string, number>>();
  return (text, face, level) => {
    const known = widths.get(face) ?? new Map<string, number>();
    widths.set(face, known);
    // Right-to-left words aren't in reading order.
    const words = level % 2 === 1 ? [text] : text.split(/(?<= )/);
    let sum = 0;
    for (const word of words) {
      const width = known.get(word) ?? face.font.layout(word).advanceWidth / face.font.unitsPerEm;
      known.set(word, width);
      sum += width;
    }
    return sum;
  };
}
