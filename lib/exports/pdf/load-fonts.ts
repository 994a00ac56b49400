import { readFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import { type Slice, slicesFor } from '#lib/exports/pdf/font-slices';
import { type Shape, shapeText } from '#lib/exports/pdf/shape-text';

/** How heavy letters are: 400 is regular, 700 is bold. */
export type Weight = 400 | 700;

/** A font of one weight, ready to be measured with and embedded. */
export interface Face {
  id: string;
  data: Buffer;
  font: fontkit.Font;
  /** See `shapeText`. */
  layout: Shape;
}

/** The face of each character of a document, by weight. */
export type GetFace = (codePoint: number, weight: Weight) => Face;

const faces = new Map<string, Promise<Face>>();

/**
 * Loads the faces that show these texts; a character that no font has gets the first font's box. Faces stay in
 * memory for the next document.
 */
export async function loadFonts(texts: Record<Weight, string[]>, language: string): Promise<GetFace> {
  const chosen = { 400: new Map<number, Face>(), 700: new Map<number, Face>() };
  const fallback = { 400: await findFace(0x20, 400, language), 700: await findFace(0x20, 700, language) };
  for (const weight of [400, 700] as const) {
    for (const codePoint of getCodePoints(texts[weight])) {
      const face = await findFace(codePoint, weight, language);
      if (face !== undefined) chosen[weight].set(codePoint, face);
    }
  }
  return (codePoint, weight) => {
    const face = chosen[weight].get(codePoint) ?? fallback[weight];
    if (face === undefined) throw new Error('the fonts have no space');
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
    // The ranges of a slice are wider than what it holds.
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
  // fontkit can neither vary nor embed a compressed variable font: HarfBuzz makes a plain one of it.
  const data = await subsetFont(await readFile(file), null, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    variationAxes: { wght: weight },
  });
  const font = fontkit.create(data);
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  const layout = shapeText(font, data);
  font.layout = layout;
  return { id, data, font, layout };
}
