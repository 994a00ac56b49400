import type { Font, GlyphRun } from 'fontkit';
import * as harfBuzz from 'harfbuzzjs';

const scripts =
  'Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Oriya Khmer Lao Myanmar Thai Tibetan'.split(
    ' ',
  );

/** Scripts whose glyphs stand in another order than their letters are read in, or mean several letters or parts of one. */
export const reordering = new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/** Chooses and places the glyphs of a text. */
export type Shape = (this: void, ...asked: Parameters<Font['layout']>) => GlyphRun;

/** The font's `layout`, by HarfBuzz for reordering scripts, which fontkit 2.0.4 fails at. Lengths are font units. */
export function shapeText(font: Font, data: Uint8Array): Shape {
  const layout = font.layout.bind(font);
  let shaper: harfBuzz.Font | undefined;
  let buffer: harfBuzz.Buffer | undefined;
  return (text, ...options) => {
    if (!reordering.test(text)) return layout(text, ...options);
    shaper ??= new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(data)));
    // One for all texts: each would be kept until the whole document is done.
    buffer ??= new harfBuzz.Buffer();
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfBuzz.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const run = {
      glyphs: infos.map(({ codepoint }, at) => font.getGlyph(codepoint, readCluster(text, infos, at))),
      positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
        ...{ xAdvance, yAdvance, xOffset, yOffset },
      })),
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
      direction: 'ltr',
    };
    return run as unknown as GlyphRun;
  };
}

/** A layout of one glyph a character for fonts that know only letters; with `only`, each is that glyph. */
export function shapePlainly(font: Font, only?: number): Shape {
  return (text) => {
    const glyphs = Array.from(text, (character) =>
      font.glyphForCodePoint(only ?? character.codePointAt(0) ?? 0),
    );
    const positions = glyphs.map(({ advanceWidth }) => ({
      ...{ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 },
    }));
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { glyphs, positions, advanceWidth, direction: 'ltr' } as unknown as GlyphRun;
  };
}

/** The letters of a glyph: all of its cluster for the first one, none for the others. `cluster` counts UTF-16 units. */
function readCluster(text: string, infos: readonly harfBuzz.GlyphInfo[], at: number): number[] {
  const from = infos[at]?.cluster ?? 0;
  if (infos[at - 1]?.cluster === from) return [];
  const to = infos.slice(at).find(({ cluster }) => cluster !== from)?.cluster;
  return Array.from(text.slice(from, to), (character) => character.codePointAt(0) ?? 0);
}
