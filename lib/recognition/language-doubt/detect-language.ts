/*
 * Which language a text is written in, for engines that write several and don't say which. The library `eld` looks at groups of
 * four letters and knows 60 languages. Measured among the 25 languages of Parakeet, on texts cut without regard to sentences: the
 * English test clips, jokes and quotations in German, Spanish and Polish (Debian's fortunes), and the same conversation written in 11
 * languages. French and Dutch have that one text only. The share of right guesses is the mean of English, German, Spanish, French,
 * Dutch and Polish; the memory is what the process grows by:
 *
 *                           5 words   10 words   20 words   memory
 *   eld 2.1.0, extrasmall     98.7%      99.8%     100.0%    58 MB
 *   tinyld 1.3.4              97.0%      99.9%      99.7%    41 MB
 *   lande 1.0.10              92.1%      97.4%     100.0%    11 MB
 *   franc 6.2.0               81.1%      95.6%      99.0%    10 MB
 *
 * The larger databases of eld are no better here. With the bounds below it decides 98.0% of 733 texts of 10 words and 99.2% of 256
 * of 20 words, in 11 languages, and errs in none; of 1,655 texts of 5 words, 2 would be wrong. Languages that it doesn't know are
 * mostly taken for none (Maltese, Welsh, Latin), some for a close one (Afrikaans for Dutch, Galician for Portuguese).
 */

/** Of fewer words no language is told. */
export const minWords = 10;
/** On the scale of `eld`, 0 to 1: Maltese, Welsh and Latin, which it doesn't know, have 0.27 to 0.42. */
const minScore = 0.6;
/** By how much the language has to be ahead of the next one. Norwegian and Danish are 0.03 apart, half a text of each of two languages 0.02. */
const minLead = 0.05;
/** Languages that `eld` may report for close relatives that it doesn't know. */
const mistakable = new Map([
  ['hr', ['bs', 'sr']],
  ['ms', ['id']],
]);

/** Languages that are written alike. */
const alike = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['yue', 'zh'],
]);

/** The language that text in the one with this BCP 47 tag is taken for, without script and region: `pt` for `pt-BR`. */
export function toWrittenLanguage(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return alike.get(language) ?? language;
}

export interface LanguageDetector {
  /** The language of these words as BCP 47 tag; undefined where they are few, or could be of several languages. */
  detect: (words: readonly string[]) => string | undefined;
  knows: (language: string) => boolean;
}

/** A detector for text in one of `languages` (BCP 47 tags; undefined for any). */
export async function openLanguageDetector(
  languages: readonly string[] | undefined,
): Promise<LanguageDetector> {
  // Loaded by the first recording that needs it.
  const { eld } = await import('eld/extrasmall');
  const known = new Set(Object.values(eld.info().Languages).map(toWrittenLanguage));
  const written = languages && new Set(languages.map(toWrittenLanguage));
  const isMistaken = (language: string): boolean =>
    mistakable.get(language)?.some((other) => written?.has(other) ?? true) ?? false;
  return {
    detect(words) {
      if (words.length < minWords) return undefined;
      const scores = Object.entries(eld.detect(words.join(' ')).getScores())
        .filter(([language]) => written?.has(toWrittenLanguage(language)) ?? true)
        .toSorted((a, b) => b[1] - a[1]);
      const [[language, score] = ['', 0], [, next] = ['', 0]] = scores;
      if (score < minScore || score - next < minLead || isMistaken(language)) return undefined;
      return toWrittenLanguage(language);
    },
    knows: (language) => known.has(toWrittenLanguage(language)),
  };
}
