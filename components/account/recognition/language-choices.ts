import { commonLanguages } from './common-languages';
import type { OfferedEngine, RecognitionOffer } from './offer';

/** A language of the list, and whether the chosen engine understands it. */
export interface LanguageChoice {
  tag: string;
  name: string;
  isUnderstood: boolean;
}

/** The engine with this id, else the server's default, else the first. */
export function findEngine(offer: RecognitionOffer, id: string | undefined): OfferedEngine | undefined {
  const { engines, defaultEngine } = offer;
  const find = (wanted: string | undefined) => engines.find((engine) => engine.id === wanted);
  return find(id) ?? find(defaultEngine) ?? engines[0];
}

/** Whether the engine can be asked for this language. */
export function understands({ languages = commonLanguages }: OfferedEngine, tag: string): boolean {
  return languages.includes(tag);
}

/**
 * Every language that some engine understands, named in the language `locale`, those of the chosen engine first and
 * each part in the order of its names.
 */
export function languageChoices(
  engines: readonly OfferedEngine[],
  chosen: OfferedEngine,
  locale: string,
): LanguageChoice[] {
  const tags = new Set(engines.flatMap(({ languages = commonLanguages }) => languages));
  const { compare } = new Intl.Collator(locale);
  return [...tags]
    .map((tag) => ({ tag, name: nameLanguage(tag, locale), isUnderstood: understands(chosen, tag) }))
    .toSorted((a, b) => Number(b.isUnderstood) - Number(a.isUnderstood) || compare(a.name, b.name));
}

/** What a language is called in the language `locale`; the tag itself where that is unknown. */
export function nameLanguage(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Whether what was typed finds this language: by a part of its name here, in English or in itself, or by its tag. */
export function matchesLanguage({ tag, name }: Pick<LanguageChoice, 'tag' | 'name'>, typed: string): boolean {
  const search = plain(typed.trim());
  const names = [name, nameLanguage(tag, 'en'), nameLanguage(tag, tag)];
  return tag.toLowerCase() === search || names.some((known) => plain(known).includes(search));
}

/** Without accents and capitals: people type what their keyboard has. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
