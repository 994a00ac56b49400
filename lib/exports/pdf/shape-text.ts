import type { Font, GlyphRun } from 'fontkit';
import * as harfBuzz from 'harfbuzzjs';

const scripts =
  'Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Oriya Khmer Lao Myanmar Thai Tibetan'.split(
    ' ',
  );

/** Scripts whose glyphs are reordered, or stand for several letters or parts of one. */
export const reordering = new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/** The canonical order of these marks. fontkit puts the vowel below the sign, where it reads as another. */
const vowelBeforeShadda = /([\u064b-\u0650]+)(\u0651)/g;

/** Chooses and positions the glyphs of a text. */
export type Shape = (this: void, ...asked: Parameters<Font['layout']>) => GlyphRun;

/** Like the font's `layout`, but by HarfBuzz for reordering scripts, which fontkit 2.0.4 breaks. In font units. */
export function shapeText(font: Font, data: Uint8Array): Shape {
  const layout = font.layout.bind(font);
  let shaper: harfBuzz.Font | undefined;
  let buffer: harfBuzz.Buffer | undefined;
  return (text, ...options) => {
    if (!reordering.test(text)) return layout(text.replaceAll(vowelBeforeShadda, '$2$1'), ...options);
    shaper ??= new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(data)));
    // Shared by all texts, since each buffer would stay in memory until the document is done.
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

/** A layout with one glyph per character for fonts without shaping. With `only`, each character gets that glyph. */
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

/** The letters of a glyph: its whole cluster for the first one, none for the others. `cluster` counts UTF-16 units. */
function readCluster(text: string, infos: readonly harfBuzz.GlyphInfo[], at: number): number[] {
  const from = infos[at]?.cluster ?? 0;
  if (infos[at - 1]?.cluster === from) return [];
  const to = infos.slice(at).find(({ cluster }) => cluster !== from)?.cluster;
  return Array.from(text.slice(from, to), (character) => character.codePointAt(0) ?? 0);
}
