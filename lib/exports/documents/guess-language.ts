/**
 * Languages by the script that gives them away, those first that share letters with a later one. Letters alone don't tell which of
 * many languages is written in Cyrillic.
 */
const languages = (
  'Hiragana|Katakana ja, Hangul ko, Han zh, Hebrew he, Arabic ar, Devanagari hi, Bengali bn, Gurmukhi pa, ' +
  'Gujarati gu, Tamil ta, Telugu te, Kannada kn, Malayalam ml, Sinhala si, Thai th, Lao lo, Khmer km, Myanmar my, ' +
  'Tibetan bo, Georgian ka, Armenian hy, Ethiopic am, Greek el, Cyrillic und-Cyrl'
)
  .split(', ')
  .map((entry) => {
    const [scripts = '', language = ''] = entry.split(' ');
    const pattern = scripts.replaceAll(/[^|]+/g, String.raw`\p{Script=$&}`);
    return [new RegExp(pattern, 'gu'), language] as const;
  });

const lookedAt = 20_000;

/**
 * The language of a text (BCP 47) as far as its letters tell, for programs that read documents aloud and for the
 * choice of fonts. Latin letters count as English, which is what Longhand recognizes by default.
 */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, lookedAt);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // Japanese is a third kana; a foreign name or two do not make another language.
  const found = languages.find(([script]) => (sample.match(script)?.length ?? 0) > letters * 0.25);
  return found?.[1] ?? 'en';
}
