import type { MachineWord } from '#lib/transcript/model';

/*
 * Generated speech for tests and measurements, the same each time: the spoken words with their true times, and what a
 * recognizer with given error rates would have heard.
 */

const SYLLABLES =
  'ba co di fe ga hi jo ka le mi no pe qua ri so ta u ve wi xe yo za tion ment ing er ly sta tra con';
const COMMON =
  'the and to of a that in it is was for you on with as they at be this have from or had by but some what we can out ' +
  'other were all there when up use your how said an each she which do their time if will way then them would like';

/** One turn: the spoken words, and the range of machine words heard for them. */
export interface SpokenTurn {
  said: MachineWord[];
  from: number;
  to: number;
}

/** Error rates per word, 0 to 1: heard as another word, not heard, and heard although nothing was said. */
export interface HearingErrors {
  wrong: number;
  missed: number;
  extra: number;
}

/**
 * Returns a generator of numbers from 0 to 1 (exclusive), the same for the same seed (mulberry32, in the public
 * domain).
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Generates a transcript of this many words in this many turns of varying length. */
export function createRandomSpeech({
  words,
  turns,
  seed = 7,
  errors = { wrong: 0, missed: 0, extra: 0 },
}: {
  words: number;
  turns: number;
  seed?: number;
  errors?: HearingErrors;
}): { machine: MachineWord[]; turns: SpokenTurn[] } {
  const random = randomFrom(seed);
  const pick = wordPicker(random);
  const machine: MachineWord[] = [];
  let atMs = 0;
  const say = (text: string): MachineWord => {
    const startMs = atMs;
    const endMs = startMs + Math.round(90 + 50 * text.length * random() + 80 * random());
    atMs = endMs + (random() < 0.1 ? Math.round(300 * random()) : 30);
    return { text, startMs, endMs, confidence: 1 };
  };
  const spoken = createSizes(words, turns, random).map((size) => {
    const from = machine.length;
    const said = toSentences(size, pick, random).map(say);
    for (const word of said) machine.push(...simulateHearing(word, errors, pick, random));
    atMs += 400;
    return { said, from, to: machine.length };
  });
  return { machine, turns: spoken };
}

function createSizes(words: number, turns: number, random: () => number): number[] {
  const cuts = Array.from({ length: turns - 1 }, (_, i) =>
    Math.round(((i + 1 + 0.6 * (random() - 0.5)) * words) / turns),
  );
  return [...cuts, words].map((cut, i) => cut - (cuts[i - 1] ?? 0));
}

function wordPicker(random: () => number): () => string {
  const any = (list: readonly string[], bend: number) =>
    list[Math.floor(random() ** bend * list.length)] ?? '';
  const syllables = SYLLABLES.split(' ');
  const common = COMMON.split(' ');
  const rare = Array.from({ length: 4000 }, () =>
    Array.from({ length: 2 + Math.floor(3 * random()) }, () => any(syllables, 1)).join(''),
  );
  return () => (random() < 0.52 ? any(common, 1.6) : any(rare, 2));
}

function toSentences(size: number, pick: () => string, random: () => number): string[] {
  let begins = true;
  return Array.from({ length: size }, (_, i) => {
    const word = pick();
    const text = begins ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    const chance = random();
    begins = i === size - 1 || chance < 0.08;
    if (begins) return `${text}.`;
    return chance < 0.14 ? `${text},` : text;
  });
}

function simulateHearing(
  word: MachineWord,
  { wrong, missed, extra }: HearingErrors,
  pick: () => string,
  random: () => number,
): MachineWord[] {
  const chance = random();
  const misheard = random() < 0.5 ? pick() : `${word.text.slice(0, Math.max(1, word.text.length - 2))}ed`;
  const heard: MachineWord[] = [];
  if (chance >= missed) heard.push(chance < missed + wrong ? { ...word, text: misheard } : word);
  if (random() < extra) {
    heard.push({ text: 'uh', startMs: word.endMs, endMs: word.endMs + 20, confidence: 0.4 });
  }
  return heard;
}
