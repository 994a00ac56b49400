/** Languages by the script that gives them away, those first that share letters with a later one. */
const languages: ReadonlyArray<readonly [script: RegExp, language: string]> = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Sinhala}/gu, 'si'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Myanmar}/gu, 'my'],
  [/\p{Script=Tibetan}/gu, 'bo'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Ethiopic}/gu, 'am'],
  [/\p{Script=Greek}/gu, 'el'],
  // Which of the many, letters alone don't tell.
  [/\p{Script=Cyrillic}/gu, 'und-Cyrl'],
];

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
