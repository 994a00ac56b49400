import type { IRunPropertiesOptions } from 'docx';

/*
 * Word looks up the font of every letter in one of four places, by its script: `ascii` and `hAnsi`, `eastAsia`, or
 * `cs` for complex scripts such as Arabic, Hebrew and Devanagari. The names are those of fonts that come with
 * Word; other programs put their own in place of what they lack.
 */

const latin = { ascii: 'Calibri', hAnsi: 'Calibri' } as const;
const complex = 'Arial';
const devanagari = 'Nirmala UI';

/** The fonts and the language of text that names none itself, for a document in this language (BCP 47). */
export function documentFonts(language: string): Pick<IRunPropertiesOptions, 'font' | 'language'> {
  const tag = language.toLowerCase();
  const spoken = /^(ar|fa|he|iw|ur|yi|ps|sd|hi|mr|ne|sa)\b/.test(tag)
    ? { bidirectional: language }
    : /^(zh|yue|ja|ko)\b/.test(tag)
      ? { eastAsia: language }
      : {};
  return {
    font: { ...latin, eastAsia: eastAsianFont(tag), cs: /^(hi|mr|ne|sa)\b/.test(tag) ? devanagari : complex },
    language: { value: language, ...spoken },
  };
}

/** The fonts of a text that the document's own would not show; none where they would. */
export function getFonts(text: string): Pick<IRunPropertiesOptions, 'font'> {
  if (/\p{Script=Devanagari}/u.test(text)) return { font: { ...latin, cs: devanagari } };
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
