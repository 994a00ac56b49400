import { whisperLanguages } from '#lib/recognition/models/languages';

/* Whisper's language codes, some of which aren't BCP 47. OpenAI's API takes them and returns a code or a name. */

/** Whisper's codes that differ from the canonical ones. */
const whisperCodes = new Map([
  ['fil', 'tl'],
  ['jv', 'jw'],
  ['nb', 'no'],
]);

/** For the names that servers return (openai/whisper, `tokenizer.py`). */
const codes = [...whisperLanguages, 'yue'];
/** Names that only Whisper uses, not Unicode. */
const whisperNames: [string, string][] = [
  ['castilian', 'es'],
  ['flemish', 'nl'],
  ['haitian', 'ht'],
  ['moldavian', 'ro'],
  ['myanmar', 'my'],
  ['nynorsk', 'nn'],
  ['panjabi', 'pa'],
  ['tagalog', 'fil'],
  ['valencian', 'ca'],
];

let names: Map<string, string> | undefined;

/** Returns Whisper's code for a BCP 47 tag. */
export function writeLanguage(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return whisperCodes.get(language) ?? language;
}

/** Returns the BCP 47 tag of a language code or English name; undefined if unknown. */
export function readLanguage(language: string): string | undefined {
  if (/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language)) {
    try {
      return new Intl.Locale(language).toString();
    } catch {
      return undefined;
    }
  }
  names ??= listNames();
  return names.get(plain(language));
}

function listNames(): Map<string, string> {
  const display = new Intl.DisplayNames(['en'], { type: 'language' });
  const shown = codes.map((code): [string, string] => [plain(display.of(code) ?? code), code]);
  return new Map([...shown, ...whisperNames]);
}

function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Returns Whisper's name for a BCP 47 tag, in lowercase English. */
export function nameLanguage(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return plain(new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language);
}
