import { joinReadings } from '#lib/recognition/alignment/readings/reading';
import { listReadings } from '#lib/recognition/alignment/readings/list-readings';
import { wordForm } from '#lib/transcript/align/word-form';
import { matchTokens } from '#lib/transcript/diff/match-tokens';

/** Longer passages are not compared by their readings, which are too many. */
const maxPassage = 8;
const contractions: ReadonlyArray<[RegExp, string]> = [
  [/^can't$/, 'cannot'],
  [/^won't$/, 'will not'],
  [/n't$/, ' not'],
  [/'re$/, ' are'],
  [/'ve$/, ' have'],
  [/'ll$/, ' will'],
  [/'m$/, ' am'],
  [/^(it|that|he|she|what|there|here|who|where)'s$/, '$1 is'],
];

/**
 * Returns true for each word that another text of the same speech also has; in English, numbers and contractions may
 * differ in form.
 */
export function compareTexts(
  text: readonly string[],
  other: readonly string[],
  { isEnglish }: { isEnglish: boolean },
): boolean[] {
  const matches = matchTokens(text.map(wordForm), other.map(wordForm));
  const agrees = text.map((_, i) => (matches[i] ?? -1) >= 0);
  let from = 0;
  let otherFrom = 0;
  // The words between two matches are one passage of each text.
  for (let i = 0; i <= text.length; i++) {
    const partner = i < text.length ? (matches[i] ?? -1) : other.length;
    if (partner < 0) continue;
    if (i > from && soundsAlike(text.slice(from, i), other.slice(otherFrom, partner), isEnglish)) {
      agrees.fill(true, from, i);
    }
    from = i + 1;
    otherFrom = partner + 1;
  }
  return agrees;
}

/** True if two passages can be said alike: `Mr. 25` and `mister twenty-five`, `any one` and `anyone`. */
function soundsAlike(passage: readonly string[], other: readonly string[], isEnglish: boolean): boolean {
  if (passage.length > maxPassage || other.length > maxPassage) return false;
  const said = new Set(listSpellings(passage, isEnglish));
  return listSpellings(other, isEnglish).some((spelling) => said.has(spelling));
}

/** Returns the readings of a passage, each as one run of letters. */
function listSpellings(passage: readonly string[], isEnglish: boolean): string[] {
  const plain = passage.map((word) => toLetters(wordForm(word))).join('');
  if (!isEnglish) return [plain];
  const readings = passage.map((text, i) => {
    const spoken = listReadings(text, { before: passage[i - 1], isKnown: () => true });
    if (spoken.kind !== 'read') return [[wordForm(text)]];
    return [...expandContraction(wordForm(text)), ...spoken.readings];
  });
  return [plain, ...joinReadings(...readings).map((reading) => toLetters(reading.join('')))];
}

function expandContraction(form: string): string[][] {
  const [pattern, expansion] = contractions.find(([ending]) => ending.test(form)) ?? [];
  return pattern === undefined || expansion === undefined ? [] : [[form.replace(pattern, expansion)]];
}

function toLetters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
