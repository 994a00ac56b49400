import { generateNKeysBetween } from 'fractional-indexing';
import type { Edit, EditedMonologue, Piece } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/*
 * Generates inputs of transcript functions from genes: the kind of text, its division, its source and its changes. A
 * search mutates the genes; the same genes, size and seed always give the same input.
 */

/** Two versions of one transcript, and the recognized words. */
export interface Input {
  words: MachineWord[];
  before: Edit;
  after: Edit;
}

/** The limits of a save; see `lib/revisions/changes/parse-change.ts`. */
const most = { words: 500_000, characters: 3_000_000, monologues: 20_000, ofOne: 200_000 };

type Random = () => number;
type Write = (length: number, random: Random) => string;

const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)] as Item;
const repeat =
  (text: string): Write =>
  (length) =>
    text.repeat(Math.max(1, Math.floor(length / text.length)));
const spread =
  (make: (random: Random, i: number) => string, glue: string): Write =>
  (length, random) => {
    const parts: string[] = [];
    for (let left = length; left > 0;) {
      const part = make(random, parts.length);
      parts.push(part);
      left -= part.length + glue.length;
    }
    return parts.join(glue);
  };
const fromRange = (first: number, count: number) => (random: Random) =>
  String.fromCodePoint(first + Math.floor(random() * count));
const letters = 'abcdefghijklmnopqrstuvwxyz';
const ofLetters = (random: Random, length: number) =>
  Array.from({ length }, () => letters[Math.floor(random() * 26)]).join('');

/** The kinds of text. */
const texts = {
  'speech-like words': spread((random) => ofLetters(random, 1 + Math.floor(random() ** 2 * 10)), ' '),
  'two words at random': spread((random) => pick(['a', 'b'], random), ' '),
  'two letters at random': spread((random) => ofLetters(random, 2), ' '),
  'one word again and again': repeat('a '),
  'words that occur once': spread((_, i) => i.toString(36), ' '),
  'words that divide one by one': spread((_, i) => `t${i + 1} t${i}`, ' '),
  'one word': repeat('a'),
  'one word of two letters': spread((random) => pick(['a', 'b'], random), ''),
  'signs in a word': (length) => `a${'.'.repeat(Math.max(0, length - 2))}b`,
  'signs alone': repeat('. '),
  'letters and signs': repeat('a.“'),
  'marks on a letter': (length) => `a${'\u0301'.repeat(Math.max(0, length - 1))}`,
  'accented letters': repeat('é'),
  families: repeat('👩‍👩‍👧'),
  flags: repeat('🇩🇪'),
  'brackets in Hebrew': (length) => `א${'('.repeat(length / 2)}${')'.repeat(length / 2)}`,
  'Hebrew and Latin by turns': repeat('אa '),
  'Hebrew, brackets and digits': repeat('א(1) '),
  'digits and signs behind Hebrew': (length) => `א${'1,'.repeat(length / 2)}`,
  Chinese: spread(fromRange(0x4e00, 3000), ''),
  'Chinese with signs': spread((random) => (random() < 0.1 ? '，' : fromRange(0x4e00, 500)(random)), ''),
  Hiragana: repeat('の'),
  Katakana: repeat('ア'),
  'Chinese with blanks': spread(fromRange(0x4e00, 50), ' '),
  Thai: spread(fromRange(0x0e01, 46), ''),
  Khmer: repeat('ក'),
  Burmese: repeat('မြန်မာ'),
  'Thai and Hangul by turns': repeat('한ก'),
  'Thai and Latin by turns': repeat('กa'),
  'opening quotes': repeat('「'),
  Devanagari: repeat('हिन्दी '),
  nothing: () => '',
} satisfies Record<string, Write>;

/** The number of monologues. */
const divisions = {
  one: () => 1,
  few: () => 16,
  hundreds: (most: number) => Math.max(1, Math.floor(most / 40)),
  most: (most: number) => most,
};

/** The machine words that a monologue refers to. */
const sources = [
  'its own',
  'none',
  'none, all at one place',
  'all for each',
  'every second its own',
] as const;

/** The changes to the text. */
const changes = [
  'nothing',
  'each another text',
  'each another text and id',
  'all gone',
  'all new',
  'each second word',
  'one merged',
  'each split',
  'order turned',
  'a word replaced',
  'each other gone and new',
] as const;

const genes = {
  text: Object.keys(texts) as Array<keyof typeof texts>,
  division: Object.keys(divisions) as Array<keyof typeof divisions>,
  source: sources,
  change: changes,
  heard: ['the text', 'plain words', 'nothing'] as const,
  tags: ['none', 'between all words'] as const,
};

/** An input's genes. */
export type Genome = { [Gene in keyof typeof genes]: (typeof genes)[Gene][number] };

const names = Object.keys(genes) as Array<keyof Genome>;

/** Creates a random genome. */
export function makeGenome(random: Random): Genome {
  return Object.fromEntries(names.map((name) => [name, pick<string>(genes[name], random)])) as Genome;
}

/** Changes one or two genes. */
export function mutate(genome: Genome, random: Random): Genome {
  const changed = Array.from({ length: random() < 0.3 ? 2 : 1 }, () => pick(names, random));
  return {
    ...genome,
    ...Object.fromEntries(changed.map((name) => [name, pick<string>(genes[name], random)])),
  };
}

/** Describes a genome. */
export function describeGenome({ text, division, source, change, heard, tags }: Genome): string {
  return `${text} | ${division} | from ${source} | ${change} | heard ${heard}${tags === 'none' ? '' : ' | tags'}`;
}

/** A generator of numbers from 0 to 1, deterministic by seed (the minimal standard generator of Park and Miller). */
export function seedRandom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Creates the input of a genome. Size 1 is the largest that a save may hold. */
export function makeInput(genome: Genome, size: number, seed: number): Input {
  const random = seedRandom(seed);
  const count = divisions[genome.division](Math.ceil(most.monologues * size));
  const length = Math.max(
    1,
    Math.floor(Math.min((most.characters * size) / count, most.ofOne * size ** (count === 1 ? 1 : 0))),
  );
  const write = texts[genome.text];
  let left = most.words * size;
  const written = Array.from({ length: count }, () => {
    const text = left <= 0 ? '' : limitWords(write(length, random), left);
    left -= countWords(text);
    return text;
  });
  const words = hear(genome, written, size, random);
  const places = generateNKeysBetween(null, null, 2 * count);
  const monologues = written.map((text, i): EditedMonologue => ({
    id: `m${i}`,
    place: places[2 * i] ?? '',
    speaker: i % 2,
    ...toRange(genome, i, count, words.length),
    content: toContent(genome, text),
  }));
  const change = { genome, monologues, places, length, count: countWords(written[0] ?? ''), random };
  const [before, after] = [genome.change === 'all new' ? [] : monologues, makeChange(change)];
  return { words, before: toEdit(0, before), after: toEdit(1, after) };
}

const toEdit = (revision: number, monologues: EditedMonologue[]): Edit => ({
  revision,
  speakers: [0, 1].map((id) => ({ id, name: `Speaker ${id + 1}` })),
  monologues: monologues.toSorted((a, b) => (a.place < b.place ? -1 : 1)),
});

/** Counts words like a save does: by whitespace, and each character of unspaced scripts. */
function countWords(text: string): number {
  const unspaced = text.match(/[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]/gu);
  return (text.match(/\S+/gu)?.length ?? 0) + (unspaced?.length ?? 0);
}

function limitWords(text: string, most: number): string {
  const words = countWords(text);
  return words <= most ? text : text.slice(0, Math.floor((text.length * most) / words));
}

function hear({ heard }: Genome, written: readonly string[], size: number, random: Random): MachineWord[] {
  const limit = Math.floor(150_000 * size);
  const texts =
    heard === 'nothing'
      ? []
      : heard === 'plain words'
        ? Array.from({ length: limit }, () => ofLetters(random, 1 + Math.floor(random() * 8)))
        : written.flatMap((text) => text.match(/\S{1,12}/gu) ?? []).slice(0, limit);
  return texts.map((text, i) => ({
    text,
    startMs: i * 280,
    endMs: i * 280 + 200,
    confidence: (i % 97) / 97,
  }));
}

function toRange({ source }: Genome, i: number, count: number, words: number): { from: number; to: number } {
  const from = Math.floor((i * words) / count);
  const own = { from, to: Math.floor(((i + 1) * words) / count) };
  if (source === 'its own') return own;
  if (source === 'none, all at one place') return { from: 0, to: 0 };
  if (source === 'every second its own') return i % 2 === 0 ? own : { from, to: from };
  // All ranges together are limited to the transcript's number of words.
  if (source === 'all for each' && (i + 1) * words <= most.words) return { from: 0, to: words };
  return { from, to: from };
}

function toContent({ tags }: Genome, text: string): Piece[] {
  if (text === '') return [];
  if (tags === 'none') return [{ text }];
  return text
    .split(' ')
    .flatMap((word): Piece[] => [{ tag: '[x]' }, ...(word === '' ? [] : [{ text: word }])]);
}

interface Change {
  genome: Genome;
  monologues: EditedMonologue[];
  places: string[];
  length: number;
  count: number;
  random: Random;
}

function makeChange({ genome, monologues, places, length, count, random }: Change): EditedMonologue[] {
  const rewrite = () => toContent(genome, limitWords(texts[genome.text](length, random), Math.max(1, count)));
  const alter = (change: (text: string) => string) =>
    monologues.map((monologue) => ({
      ...monologue,
      content: monologue.content.map((piece) =>
        'text' in piece ? { text: change(piece.text) || ' ' } : piece,
      ),
    }));
  const made: Record<Genome['change'], () => EditedMonologue[]> = {
    nothing: () => monologues,
    'each another text': () => monologues.map((monologue) => ({ ...monologue, content: rewrite() })),
    'each another text and id': () =>
      monologues.map((monologue, i) => ({ ...monologue, id: `n${i}`, content: rewrite() })),
    'all gone': () => [],
    'all new': () => monologues,
    'each second word': () =>
      alter((text) =>
        text
          .split(' ')
          .map((word, i) => (i % 2 ? `${word}x` : word))
          .join(' '),
      ),
    'one merged': () => merge(monologues),
    'each split': () =>
      monologues.flatMap((monologue, i) => split(monologue, `s${i}`, places[2 * i + 1] ?? '')),
    'order turned': () =>
      monologues.map((monologue, i) => ({
        ...monologue,
        place: places[2 * (monologues.length - i) - 1] ?? '',
      })),
    'a word replaced': () => alter((text) => text.replaceAll('a', 'xy')),
    'each other gone and new': () =>
      monologues.map((monologue, i) =>
        i % 2 === 0
          ? monologue
          : { ...monologue, id: `n${i}`, place: places[2 * i + 1] ?? '', content: rewrite() },
      ),
  };
  return made[genome.change]();
}

function merge(monologues: readonly EditedMonologue[]): EditedMonologue[] {
  const [first] = monologues;
  if (first === undefined) return [];
  const to = monologues.reduce((last, monologue) => Math.max(last, monologue.to), 0);
  return [{ ...first, to, content: monologues.flatMap(({ content }) => [...content, { text: ' ' }]) }];
}

function split(monologue: EditedMonologue, id: string, place: string): EditedMonologue[] {
  const { from, to, content } = monologue;
  const middle = Math.floor((from + to) / 2);
  const [first] = content;
  const text = first !== undefined && 'text' in first && content.length === 1 ? first.text : undefined;
  const half = text === undefined ? content.length >> 1 : text.length >> 1;
  const cut = (start: number, end?: number): Piece[] =>
    text === undefined
      ? content.slice(start, end)
      : text.slice(start, end) === ''
        ? []
        : [{ text: text.slice(start, end) }];
  return [
    { ...monologue, to: middle, content: cut(0, half) },
    { ...monologue, id, place, from: middle, content: cut(half) },
  ];
}
