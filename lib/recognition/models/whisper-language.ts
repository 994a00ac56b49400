import { whisperLanguages } from '#lib/recognition/models/languages';

/* Whisper's language codes, some of which aren't BCP 47; OpenAI's API takes them and answers a code or a name. */

/** Whisper's codes where they are not the canonical ones. */
const whisperCodes = new Map([
  ['fil', 'tl'],
  ['jv', 'jw'],
  ['nb', 'no'],
]);

/** The names by which servers answer (openai/whisper, `tokenizer.py`). */
const codes = [...whisperLanguages, 'yue'];
/** Names that Whisper uses and Unicode does not. */
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

/** Whisper's code for the language with this BCP 47 tag. */
export function writeLanguage(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return whisperCodes.get(language) ?? language;
}

/** The BCP 47 tag of a language named by a code or in English; undefined when it makes no sense. */
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

/** The name by which Whisper tells the language with this BCP 47 tag: in English, in lower case. */
export function nameLanguage(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return plain(new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language);
}
