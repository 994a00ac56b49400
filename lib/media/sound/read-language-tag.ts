import { readTitle, type StreamLabels } from '#lib/media/sound/read-sound-role';

/**
 * Returns a stream's language as a BCP 47 tag, from its tag or a language name in its title; undefined if not stated.
 */
export function readLanguageTag(stream: StreamLabels): string | undefined {
  const text = stream.tags?.language?.trim().replaceAll('_', '-') ?? '';
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(text);
    const tag = canonical === '' ? '' : new Intl.Locale(canonical).baseName;
    // Not the ISO 639-2 codes for undetermined, uncoded, multiple, or no language, or for private use.
    if (/^(?!(und|mis|mul|zxx|q[a-t][a-z])\b)[a-z]{2,3}(-|$)/.test(tag)) return tag;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return findLanguageName(readTitle(stream) ?? '');
}

/** The languages that films are dubbed into, whose names are searched for in titles. */
const languages =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
const namedIn = ['en', 'de', 'fr', 'es', 'it'];

let names: ReadonlyMap<string, string> | undefined;

/** Finds a language by its name in a title, in that language or one of `namedIn`: `en` for "English 5.1". */
function findLanguageName(title: string): string | undefined {
  names ??= new Map(
    languages.flatMap((tag) =>
      [...namedIn, tag].map((locale) => {
        const name = new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
        return [name.toLowerCase(), tag] as const;
      }),
    ),
  );
  const words = title.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  for (const word of words) if (names.has(word)) return names.get(word);
  return undefined;
}
