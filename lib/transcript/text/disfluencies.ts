import { toPrimaryLanguage } from '#lib/transcript/text/profanity';
import { splitPunctuation } from '#lib/transcript/text/punctuation';

/*
 * Sounds of hesitation as recognition engines write them, however long they are drawn. Sounds that answer (mhm, uh-huh) or
 * call out (ah, oh) say something and stay, and so does what is also another word of its language (German um and eh).
 */
const universal = 'h+m+|m{3,}|u+h+m+|ä+h+m+';
const sounds: Record<string, string> = {
  en: 'u+m+|u+h+|er|e+rm+',
  de: 'ä+h+|ä+m+|ö+h+m*|e+h+m+|m+h+',
  fr: 'e+u+h+|h+e+u+|h+u+m+',
  es: 'e+h+m+|e{2,}h*',
  it: 'e+h+m+|u+h+',
  nl: 'u+h+|e+h+m*',
};
const patterns = new Map(
  Object.entries({ '': 'h+m+', ...sounds }).map(([language, list]) => [
    language,
    new RegExp(`^(?:${universal}|${list})$`, 'iu'),
  ]),
);

/** True if a word, whatever stands around it, is only a sound of hesitation in its language (a BCP 47 tag; undefined if unknown). */
export function isDisfluency(text: string, language: string | undefined): boolean {
  const { core } = splitPunctuation(text);
  const pattern = patterns.get(toPrimaryLanguage(language)) ?? patterns.get('');
  return pattern?.test(core.normalize('NFC')) ?? false;
}

/** True if a word is written in capitals only, as an abbreviation is (ER, HM). */
export function isAbbreviation(text: string): boolean {
  const { core } = splitPunctuation(text);
  return core.length > 1 && core === core.toUpperCase() && core !== core.toLowerCase();
}
