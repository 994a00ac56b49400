import * as texts from '#messages/vocabulary';
import type { VocabularyLimits } from './offer';

/** The maximum number of listed errors; more are only counted. */
const maxFaults = 3;

/** A parsed vocabulary: its phrases without duplicates, and its errors as text. */
export interface ParsedVocabulary {
  phrases: string[];
  faults: string[];
}

/** Parses one word or phrase per line. Skips blank lines. */
export function parseVocabulary(
  text: string,
  { maxPhrases, maxCharacters }: VocabularyLimits,
): ParsedVocabulary {
  const phrases = new Set<string>();
  const faults: string[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const phrase = line.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    if (phrase === '') continue;
    phrases.add(phrase);
    if (Array.from(phrase).length > maxCharacters)
      faults.push(texts.tooLong({ line: i + 1, max: maxCharacters }));
    else if (/[\p{Cc}\p{Cs}]/u.test(phrase)) faults.push(texts.notText({ line: i + 1 }));
  }
  const messages = faults.slice(0, maxFaults);
  if (faults.length > maxFaults) messages.push(texts.moreErrors({ count: faults.length - maxFaults }));
  if (phrases.size > maxPhrases) messages.unshift(texts.tooMany({ count: phrases.size, max: maxPhrases }));
  return { phrases: [...phrases], faults: messages };
}
