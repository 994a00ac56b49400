import type { OfferedEngine } from './offer';

/** The value for automatic language detection. */
export const detected = 'auto';

/** A listed language, and whether a candidate engine understands it. */
export interface LanguageChoice {
  tag: string;
  name: string;
  isUnderstood: boolean;
}

/** The languages offered for an engine that lists none: Whisper's, since such engines usually run a Whisper model. */
const commonLanguages: readonly string[] = (
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fil fo fr gl gu ha haw he hi hr ht hu hy id ' +
  'is it ja jv ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk ' +
  'sl sn so sq sr su sv sw ta te tg th tk tr tt uk ur uz vi yi yo yue zh'
).split(' ');

/** True if the engine supports this language or its detection. `en` matches `en-GB`, and the reverse. */
export function understands({ languages, detectsLanguage }: OfferedEngine, tag: string): boolean {
  if (tag === detected) return detectsLanguage || languages?.length === 1;
  if (languages === undefined || languages.includes(tag)) return true;
  const asked = toLocale(tag);
  return asked !== undefined && languages.some((own) => agree(asked, toLocale(own)));
}

/** All languages that any engine understands, named in `locale` and sorted, with those of `able` engines first. */
export function languageChoices(
  engines: readonly OfferedEngine[],
  able: readonly OfferedEngine[],
  locale: string,
): LanguageChoice[] {
  const tags = new Set(engines.flatMap(({ languages = commonLanguages }) => languages));
  const { compare } = new Intl.Collator(locale);
  return [...tags]
    .map((tag) => ({
      tag,
      name: nameLanguage(tag, locale),
      isUnderstood: able.some((engine) => understands(engine, tag)),
    }))
    .toSorted((a, b) => Number(b.isUnderstood) - Number(a.isUnderstood) || compare(a.name, b.name));
}

/** The language of the only candidate engine, if it has just one. */
export function findOnlyLanguage([engine, ...others]: readonly OfferedEngine[]): string | undefined {
  return others.length === 0 && engine?.languages?.length === 1 ? engine.languages[0] : undefined;
}

/** A language's name in the language `locale`; its tag if the name is unknown. */
export function nameLanguage(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** True if the typed text matches the language's tag or part of its name, in the reader's language, English or its own. */
export function matchesLanguage({ tag, name }: Pick<LanguageChoice, 'tag' | 'name'>, typed: string): boolean {
  const search = plain(typed.trim());
  const names = [name, nameLanguage(tag, 'en'), nameLanguage(tag, tag)];
  return tag.toLowerCase() === search || names.some((known) => plain(known).includes(search));
}

/** Strips accents and case. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function toLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/** True if the languages match, and neither script nor region contradicts. */
function agree(asked: Intl.Locale, own: Intl.Locale | undefined): boolean {
  if (own === undefined || asked.language !== own.language) return false;
  const isSame = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined || a === b;
  return isSame(asked.script, own.script) && isSame(asked.region, own.region);
}
