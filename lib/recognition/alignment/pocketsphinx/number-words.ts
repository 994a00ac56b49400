import { nameWord, type NumberedWord } from '#lib/recognition/alignment/pocketsphinx/write-grammar';
import type { Dictionary } from '#lib/recognition/alignment/pronunciation/open-dictionary';
import { pronounceWords, type Guess } from '#lib/recognition/alignment/pronunciation/pronounce-words';
import { listReadings, type Spoken } from '#lib/recognition/alignment/readings/list-readings';
import { maxReadings, type Reading } from '#lib/recognition/alignment/readings/reading';

/** A noise phone, for text in non-English letters. */
const spokenNoise = '+SPN+';

/** A spoken word, and its index in the text. */
export interface SpokenWord extends NumberedWord {
  index: number;
}

/** Returns the spoken words with their pronunciations; undefined if most can't be pronounced. */
export async function numberWords(
  texts: readonly string[],
  dictionary: Dictionary,
  guess: Guess,
): Promise<SpokenWord[] | undefined> {
  const isKnown = (word: string) => dictionary.find(word).length > 0;
  const spoken = texts.map((text, i) => listReadings(text, { before: texts[i - 1], isKnown }));
  const parts = new Set(spoken.flatMap((word) => (word.kind === 'read' ? word.readings.flat() : [])));
  const pronunciations = await pronounceWords(parts, dictionary, guess);
  let unknown = 0;
  const numbered = spoken.flatMap((word, index) => {
    if (word.kind === 'silent') return [];
    const phones = listPronunciations(word, pronunciations);
    if (phones.length === 0) unknown += 1;
    return [{ index, name: nameWord(index), phones: phones.length === 0 ? [spokenNoise] : phones }];
  });
  return 2 * unknown > numbered.length ? undefined : numbered;
}

function listPronunciations(word: Spoken, pronunciations: ReadonlyMap<string, string[]>): string[] {
  if (word.kind !== 'read') return [];
  // The first pronunciation of each reading comes before the second of any.
  const lists = word.readings.map((reading) => joinPhones(reading, pronunciations));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, i) =>
    lists.flatMap((list) => list.slice(i, i + 1)),
  ).flat();
  return [...new Set(inTurn)].slice(0, maxReadings);
}

/** Concatenates the pronunciations of a reading's words. */
function joinPhones(reading: Reading, pronunciations: ReadonlyMap<string, string[]>): string[] {
  let joined = [''];
  for (const word of reading) {
    const own = pronunciations.get(word) ?? [];
    // Number words have few relevant pronunciations.
    const used = own.slice(0, reading.length > 3 ? 1 : 4);
    joined = joined
      .flatMap((before) => used.map((phones) => `${before} ${phones}`.trim()))
      .slice(0, maxReadings);
  }
  return joined.filter((phones) => phones !== '');
}
