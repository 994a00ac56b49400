import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/*
 * Fontsource's Noto families, split by script or frequency into one WOFF2 file per slice, as listed in `unicode.json`.
 */

const require = createRequire(path.resolve('package.json'));

const eastAsian = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-tc'];
/** Fonts of a single script each. */
const ofOneScript = (
  'noto-sans-hebrew noto-naskh-arabic noto-sans-armenian noto-sans-bengali noto-sans-ethiopic noto-sans-georgian ' +
  'noto-sans-gujarati noto-sans-gurmukhi noto-sans-kannada noto-sans-khmer noto-sans-lao noto-sans-malayalam ' +
  'noto-sans-myanmar noto-sans-oriya noto-sans-sinhala noto-sans-tamil noto-sans-telugu noto-sans-thaana ' +
  'noto-sans-thai noto-serif-tibetan'
).split(' ');

/** One file of a family. `id` is unique across all families. */
export interface Slice {
  id: string;
  file: string;
  ranges: ReadonlyArray<readonly [first: number, last: number]>;
}

/** The fallback font for characters that other families lack: almost all glyphs, without joining letters. */
export const lastResortFile = path.join(
  path.dirname(require.resolve('@fontsource/unifontex/package.json')),
  'files/unifontex-latin-400-normal.woff2',
);

const slicesByFamily = new Map<string, Slice[]>();

/** Yields the slices that may have a character, the best for the text's language (BCP 47) first. */
export function* slicesFor(codePoint: number, language: string): Generator<Slice> {
  for (const family of familiesFor(language)) {
    for (const slice of getSlices(family)) {
      if (slice.ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) yield slice;
    }
  }
}

/** Chinese characters look different in Japan, Korea, Taiwan and China. */
function familiesFor(language: string): string[] {
  const tag = language.toLowerCase();
  const own = tag.startsWith('ja')
    ? 'noto-sans-jp'
    : tag.startsWith('ko')
      ? 'noto-sans-kr'
      : /^(yue|zh-(hant|tw|hk|mo))/.test(tag)
        ? 'noto-sans-tc'
        : 'noto-sans-sc';
  const others = eastAsian.filter((family) => family !== own);
  return ['noto-sans', ...ofOneScript, own, ...others, 'noto-emoji'];
}

function getSlices(family: string): Slice[] {
  const known = slicesByFamily.get(family);
  if (known !== undefined) return known;
  const folder = path.dirname(require.resolve(`@fontsource-variable/${family}/package.json`));
  const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  const slices = Object.entries(ranges).map(([key, list]): Slice => {
    const id = `${family}-${key.replaceAll(/[[\]]/g, '')}`;
    return { id, file: path.join(folder, 'files', `${id}-wght-normal.woff2`), ranges: parseRanges(list) };
  });
  slicesByFamily.set(family, slices);
  return slices;
}

/** Parses CSS's unicode-range: `U+0-FF,U+131`. */
function parseRanges(list: string): Slice['ranges'] {
  return list.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}
