import type { MachineWord, Monologue } from '#lib/transcript/model';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { maskProfanity, toPrimaryLanguage } from '#lib/transcript/text/profanity';
import { splitPunctuation } from '#lib/transcript/text/punctuation';

/** Changes to the machine's text. Without any, it stays verbatim. */
export interface TextOptions {
  /** Replaces offensive words with their first letter and asterisks. */
  filterProfanity?: true | undefined;
  /** Removes fillers such as `um`. */
  removeDisfluencies?: true | undefined;
  /** Removes punctuation, but keeps case. */
  skipPunctuation?: true | undefined;
}

interface Text {
  words: MachineWord[];
  monologues: Monologue[];
}

/*
 * Fillers as recognition engines write them, at any length. Responses (mhm, uh-huh) and exclamations (ah, oh) have
 * meaning and stay, and so do words of the language (German um and eh).
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

/** Applies the submission's text options to a machine transcript, in `language` by default. Drops empty monologues. */
export function applyTextOptions(
  { words, monologues }: Text,
  options: TextOptions,
  language: string | undefined,
): Text {
  // In an all-caps text, abbreviations can't be told apart.
  const hasCase = words.some(({ text }) => text !== text.toUpperCase());
  const written: MachineWord[] = [];
  const kept: Monologue[] = [];
  for (const monologue of monologues) {
    const from = written.length;
    let own = words.slice(monologue.from, monologue.to);
    if (options.removeDisfluencies) own = withoutDisfluencies(own, { language, hasCase });
    if (options.filterProfanity) {
      own = own.map((word) =>
        word.isTag ? word : { ...word, text: maskProfanity(word.text, word.language ?? language) },
      );
    }
    if (options.skipPunctuation) {
      own = own
        .map((word) => (word.isTag ? word : { ...word, text: splitPunctuation(word.text).core }))
        .filter(({ text }) => text !== '');
    }
    for (const word of own) written.push(word);
    if (own.length > 0) kept.push({ ...monologue, id: kept.length, from, to: written.length });
  }
  return { words: written, monologues: kept };
}

const comma = /[,，、]$/u;

/** Removes fillers with the commas around them. Sentence boundaries stay. */
function withoutDisfluencies(
  words: readonly MachineWord[],
  { language, hasCase }: { language: string | undefined; hasCase: boolean },
): MachineWord[] {
  const left: MachineWord[] = [];
  const ends = findSentenceEnds(words, { language });
  /** True if a sentence began with a filler, whose capital moves to the next word. */
  let begins = false;
  let isEnded = false;
  for (const [at, word] of words.entries()) {
    const isSound =
      isDisfluency(word.text, word.language ?? language) && !(hasCase && isAbbreviation(word.text));
    if (!isSound) {
      left.push(begins ? { ...word, text: capitalize(word.text) } : word);
      begins = false;
      isEnded = ends[at] === true;
      continue;
    }
    const last = left.at(-1);
    const { core, after } = splitPunctuation(word.text);
    const isBetween = last !== undefined && !isEnded;
    if (!isBetween && hasCase && core !== core.toLowerCase()) begins = true;
    if (!isBetween) continue;
    if (ends[at] === true && after !== '' && !comma.test(after)) {
      isEnded = true;
      left[left.length - 1] = { ...last, text: `${last.text.replace(/[,;:，、]$/u, '')}${after}` };
    } else if (comma.test(after) && comma.test(last.text)) {
      left[left.length - 1] = { ...last, text: last.text.replace(comma, '') };
    }
  }
  return left;
}

function capitalize(text: string): string {
  const { before } = splitPunctuation(text);
  const [first = '', ...others] = Array.from(text.slice(before.length));
  return `${before}${first.toUpperCase()}${others.join('')}`;
}

/** True if a word, ignoring punctuation, is a filler in its language (a BCP 47 tag; undefined if unknown). */
export function isDisfluency(text: string, language: string | undefined): boolean {
  const { core } = splitPunctuation(text);
  const pattern = patterns.get(toPrimaryLanguage(language)) ?? patterns.get('');
  return pattern?.test(core.normalize('NFC')) ?? false;
}

/** True if a word is in capitals only, like an abbreviation (ER, HM). */
export function isAbbreviation(text: string): boolean {
  const { core } = splitPunctuation(text);
  return core.length > 1 && core === core.toUpperCase() && core !== core.toLowerCase();
}
