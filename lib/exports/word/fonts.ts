import type { IRunPropertiesOptions } from 'docx';

/*
 * Word chooses one of four fonts by script: `ascii` and `hAnsi`, `eastAsia`, or `cs` for complex scripts such as
 * Arabic, Hebrew and Devanagari. These fonts come with Word. Other programs substitute theirs.
 */

const latin = { ascii: 'Calibri', hAnsi: 'Calibri' } as const;
const complex = 'Arial';

/** Fonts for complex scripts that Arial lacks, and the languages written in them. */
const others: ReadonlyArray<readonly [script: RegExp, languages: RegExp, font: string]> = [
  [
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Oriya}\p{Script=Ol_Chiki}]/u,
    /^(hi|mr|ne|sa|bn|as|pa|gu|ta|te|kn|ml|si|or|sat)\b/,
    'Nirmala UI',
  ],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u, /^(th|lo|km)\b/, 'Leelawadee UI'],
  [/\p{Script=Myanmar}/u, /^my\b/, 'Myanmar Text'],
  [/\p{Script=Tibetan}/u, /^bo\b/, 'Microsoft Himalaya'],
  [/\p{Script=Thaana}/u, /^dv\b/, 'MV Boli'],
  [/\p{Script=Syriac}/u, /^syr\b/, 'Estrangelo Edessa'],
  [/\p{Script=Javanese}/u, /^jv-Java\b/i, 'Javanese Text'],
  [/[\p{Script=Nko}\p{Script=Adlam}]/u, /^(nqo|ff-adlm)\b/, 'Ebrima'],
  [/\p{Script=Mongolian}/u, /^mn-mong\b/, 'Mongolian Baiti'],
];

/** Fonts for scripts that Word treats as Latin and Calibri lacks. */
const plain: ReadonlyArray<readonly [script: RegExp, font: string]> = [
  [/[\p{Script=Tifinagh}\p{Script=Vai}\p{Script=Ethiopic}]/u, 'Ebrima'],
  [/[\p{Script=Canadian_Aboriginal}\p{Script=Cherokee}]/u, 'Gadugi'],
  [/\p{Script=Yi}/u, 'Microsoft Yi Baiti'],
];

/** Returns the default fonts and language of a document in this language (BCP 47). */
export function documentFonts(language: string): Pick<IRunPropertiesOptions, 'font' | 'language'> {
  const tag = language.toLowerCase();
  const other = others.find(([, languages]) => languages.test(tag))?.[2];
  const spoken =
    other !== undefined || /^(ar|fa|he|iw|ur|yi|ps|sd)\b/.test(tag)
      ? { bidirectional: language }
      : /^(zh|yue|ja|ko)\b/.test(tag)
        ? { eastAsia: language }
        : {};
  return {
    font: { ...latin, eastAsia: eastAsianFont(tag), cs: other ?? complex },
    language: { value: language, ...spoken },
  };
}

/** Returns the fonts of a text that the default ones can't show; empty otherwise. */
export function getFonts(text: string): Pick<IRunPropertiesOptions, 'font'> {
  const other = others.find(([script]) => script.test(text))?.[2];
  if (other !== undefined) return { font: { ...latin, cs: other } };
  const shown = plain.find(([script]) => script.test(text))?.[1];
  if (shown !== undefined) return { font: { ascii: shown, hAnsi: shown, eastAsia: shown, cs: complex } };
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return { font: { ...latin, eastAsia: 'Yu Gothic' } };
  if (/\p{Script=Hangul}/u.test(text)) return { font: { ...latin, eastAsia: 'Malgun Gothic' } };
  return {};
}

function eastAsianFont(tag: string): string {
  if (tag.startsWith('ja')) return 'Yu Gothic';
  if (tag.startsWith('ko')) return 'Malgun Gothic';
  return /^(yue|zh-(hant|tw|hk|mo))/.test(tag) ? 'Microsoft JhengHei' : 'Microsoft YaHei';
}
