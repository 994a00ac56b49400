import { distance } from 'fastest-levenshtein';
import { wordForm } from '#lib/transcript/align/word-form';
import type { WordRange } from '#lib/transcript/align/word-range';
import type { MachineWord } from '#lib/transcript/model';
import { parseEntry } from '#lib/transcript/vocabulary/parse-entry';
import { addSoundKey, getSoundKeys, toLetters } from '#lib/transcript/vocabulary/sound-keys';

/** Machine words that sound like a different vocabulary entry. */
export interface SoundAlike extends WordRange {
  /** The entry, cased for this position. */
  text: string;
}

/** An entry may be heard as this many more words than it has, and this many in total. */
const moreWords = 2;
const maxWords = 6;
/** Shorter entries sound like too many words. */
const minLetters = 3;
const maxLetters = 150;
/** Shorter keys must be equal. */
const minNearKey = 4;
const maxNearKey = 16;
/** Caps the compared entries that sound alike. */
const maxAlike = 8;
/** The minimum likeness, and how much lower than 1 it may be per unit of the engine's doubt. */
const required = { least: 0.74, unsure: 0.65 };
/** The additional likeness for each letter below this length, since more short words are alike. */
const short = { letters: 7, each: 0.03 };
/** The default confidence. */
const unknownConfidence = 0.7;
/** The likeness of the same letters with other word boundaries. */
const dividedOtherwise = 0.93;

interface Sound {
  phrase: string;
  /** The letters of the phrase itself, and of its spelling. */
  own: string;
  letters: string;
  keys: readonly string[];
  words: number;
  isGiven: boolean;
}

interface Found extends SoundAlike {
  likeness: number;
}

/** A machine word, prepared for comparison. */
interface HeardWord {
  form: string;
  letters: string;
  keys: readonly [string, string];
  /** An ending that an entry lacks: 's. */
  suffix: string;
  confidence: number;
  endsSentence: boolean;
}

/**
 * Finds words that sound like an entry, in order and without overlaps. The more certain the engine was, the more alike
 * they must be, except for an entry's own spellings. Words that already match an entry are right. O(n log n): of many
 * entries that sound the same, only the first are compared.
 */
export function findSoundAlikes(
  words: readonly MachineWord[],
  vocabulary: readonly string[],
  language: string | null | undefined,
): SoundAlike[] {
  const sounds = vocabulary.flatMap((entry) => listSounds(entry, language));
  if (sounds.length === 0) return [];
  const index = indexSounds(sounds);
  const written = new Set(sounds.map(({ phrase }) => toForm(phrase.split(' '))));
  const longest = Math.min(maxWords, Math.max(...sounds.map((sound) => sound.words)) + moreWords);
  const heard = listHeard(words, language);
  const isRight = new Uint8Array(words.length);
  const found: Found[] = [];
  for (let from = 0; from < heard.length; from++) {
    for (const run of listRuns(heard, from, longest)) {
      if (written.has(run.form)) isRight.fill(1, from, run.to);
      const alike = findAlike(run, index, words);
      if (alike !== undefined) found.push(alike);
    }
  }
  return choose(found, isRight);
}

function listSounds(entry: string, language: string | null | undefined): Sound[] {
  const { phrase, soundsLike } = parseEntry(entry);
  return [phrase, ...soundsLike].flatMap((text, i) => {
    const parts = text.split(/\s+/).map(toLetters);
    const letters = parts.join('');
    if (letters.length < minLetters || parts.length > maxWords) return [];
    const keys = parts.map((part) => getSoundKeys(part, language));
    const joined = [0, 1].map((way) => keys.reduce((before, key) => addSoundKey(before, key[way] ?? ''), ''));
    const own = toLetters(phrase);
    return [{ phrase, own, letters, keys: [...new Set(joined)], words: parts.length, isGiven: i > 0 }];
  });
}

/**
 * Sounds by letters, by key, and by longer keys with one character removed. `isNear` has 1 at the hashes of the latter,
 * a filter that rejects most other keys.
 */
interface Index {
  byLetters: ReadonlyMap<string, readonly Sound[]>;
  byKey: ReadonlyMap<string, readonly Sound[]>;
  byNearKey: ReadonlyMap<string, readonly Sound[]>;
  isNear: Uint8Array;
}

function indexSounds(sounds: readonly Sound[]): Index {
  const gather = (list: (sound: Sound) => readonly string[]): Map<string, Sound[]> => {
    const gathered = new Map<string, Sound[]>();
    for (const sound of sounds) {
      for (const key of new Set(list(sound))) {
        const same = gathered.get(key);
        if (same === undefined) gathered.set(key, [sound]);
        else if (same.length < maxAlike) same.push(sound);
      }
    }
    return gathered;
  };
  const byNearKey = gather(({ keys }) =>
    keys.flatMap((key) => (key.length < minNearKey ? [] : [key, ...listShorter(key)])),
  );
  const isNear = new Uint8Array(lastMark + 1);
  for (const key of byNearKey.keys()) isNear[toMark(key)] = 1;
  const byLetters = gather(({ letters }) => [letters]);
  return { byLetters, byKey: gather(({ keys }) => keys), byNearKey, isNear };
}

const lastMark = 2 ** 20 - 1;
const factor = 31;

/** Hashes a key to a number from 0 to `lastMark`. */
function toMark(key: string): number {
  let mark = 0;
  for (let at = 0; at < key.length; at++) mark = (mark * factor + key.charCodeAt(at)) & lastMark;
  return mark;
}

/**
 * Lists a key's variants with one character removed, if their hash is that of a near key. Empty for keys too short or
 * long for near matches. A rolling hash avoids building most of the strings.
 */
function listShorter(key: string, isNear?: Uint8Array): string[] {
  const { length } = key;
  if (length < minNearKey || length > maxNearKey) return [];
  const shorter: string[] = [];
  let [mark, power] = [toMark(key.slice(0, -1)), 1];
  for (let at = length - 1; at >= 0; at--) {
    if (isNear === undefined || isNear[mark] === 1) shorter.push(key.slice(0, at) + key.slice(at + 1));
    // Removes the previous character instead.
    if (at > 0) mark = (mark + (key.charCodeAt(at) - key.charCodeAt(at - 1)) * power) & lastMark;
    power = (power * factor) & lastMark;
  }
  return shorter.toReversed();
}

/** Lists the sounds that may be alike, most likely first. */
function listCandidates({ letters, keys }: Run, { byLetters, byKey, byNearKey, isNear }: Index): Sound[] {
  const candidates = [...(byLetters.get(letters) ?? [])];
  for (const key of keys) candidates.push(...(byKey.get(key) ?? []));
  for (const key of keys) {
    if (candidates.length >= maxAlike) break;
    if (key.length >= minNearKey) candidates.push(...(byNearKey.get(key) ?? []));
    for (const shorter of listShorter(key, isNear)) candidates.push(...(byNearKey.get(shorter) ?? []));
  }
  return candidates.slice(0, maxAlike);
}

function listHeard(words: readonly MachineWord[], language: string | null | undefined): HeardWord[] {
  const known = new Map<string, Omit<HeardWord, 'confidence'>>();
  return words.map(({ text, confidence = unknownConfidence }) => {
    let heard = known.get(text);
    if (heard === undefined) {
      const form = wordForm(text);
      const [suffix = ''] = /['’]s(?=[^\p{L}\p{N}]*$)/u.exec(text) ?? [];
      const letters = toLetters(form.slice(0, form.length - suffix.length));
      const endsSentence = /[.?!…:;]["“”’»)]*$/.test(text);
      heard = { form, letters, keys: getSoundKeys(letters, language), suffix, endsSentence };
      known.set(text, heard);
    }
    return { ...heard, confidence };
  });
}

/** Consecutive words. */
interface Run extends WordRange, Pick<Sound, 'letters' | 'keys' | 'words'> {
  form: string;
  suffix: string;
  confidence: number;
}

/** Yields runs of words from an index on that may be one entry, each one word longer, within a sentence. */
function* listRuns(heard: readonly HeardWord[], from: number, longest: number): Generator<Run> {
  let [form, letters, first, second, sure] = ['', '', '', '', 0];
  for (let to = from + 1; to <= Math.min(heard.length, from + longest); to++) {
    const word = heard[to - 1];
    if (word === undefined) return;
    form += (form === '' ? '' : ' ') + word.form.slice(0, word.form.length - word.suffix.length);
    letters += word.letters;
    if (letters.length > maxLetters) return;
    first = addSoundKey(first, word.keys[0]);
    second = addSoundKey(second, word.keys[1]);
    sure += word.confidence * word.letters.length;
    const keys = first === second ? [first] : [first, second];
    const confidence = sure / Math.max(1, letters.length);
    yield { from, to, form, letters, keys, words: to - from, suffix: word.suffix, confidence };
    if (word.endsSentence || word.suffix !== '') return;
  }
}

/** Returns the entry most similar to a run, if it is similar enough. */
function findAlike(run: Run, index: Index, words: readonly MachineWord[]): Found | undefined {
  const { from, to, letters, suffix } = run;
  if (letters.length < minLetters) return undefined;
  const least = Math.max(required.least, 1 - required.unsure * (1 - run.confidence));
  let best: Found | undefined;
  for (const sound of listCandidates(run, index)) {
    if (run.words > sound.words + moreWords || isInflected(letters, sound)) continue;
    const enough = Math.min(1, least + short.each * Math.max(0, short.letters - sound.letters.length));
    const likeness = compare(run, sound, enough);
    const isEnough = likeness >= enough || (sound.isGiven && letters === sound.letters);
    if (isEnough && likeness > (best?.likeness ?? 0)) {
      best = { from, to, text: matchCase(sound.phrase + suffix, words[from]?.text ?? ''), likeness };
    }
  }
  return best;
}

/** True for a word that is the entry with an ending, unless that is one of its spellings. */
const isInflected = (heard: string, { own, letters }: Sound): boolean =>
  heard !== letters && heard.length > own.length && heard.startsWith(own);

const rounding = 1e-9;

/** Returns the likeness of both, 0 to 1; 0 if their lengths alone make it less than `enough`. */
function compare(heard: Run, sound: Sound, enough: number): number {
  if (heard.letters === sound.letters) return heard.words === sound.words ? 1 : dividedOtherwise;
  // The minimum for letters and for keys, assuming that the other is 1.
  const least = 2 * enough - 1 - rounding;
  if (getMostLikeness(heard.letters, sound.letters) < least) return 0;
  let ofKeys = 0;
  for (const key of heard.keys) {
    for (const other of sound.keys) {
      if (getMostLikeness(key, other) > ofKeys) ofKeys = Math.max(ofKeys, getLikeness(key, other));
    }
  }
  if (ofKeys < least) return 0;
  return (getLikeness(heard.letters, sound.letters) + ofKeys) / 2;
}

/** Returns the maximum likeness of texts with these lengths. */
function getMostLikeness(a: string, b: string): number {
  return 1 - Math.abs(a.length - b.length) / Math.max(a.length, b.length, 1);
}

function getLikeness(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length, 1);
}

/** Capitalizes an entry without capitals if the recognized word was capitalized. */
function matchCase(text: string, heard: string): string {
  const isCapital = /^\P{L}*\p{Lu}/u.test(heard) && !/\p{Lu}/u.test(text);
  return isCapital ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : text;
}

/** Chooses the best matches that overlap neither each other nor correct words, in order. */
function choose(found: readonly Found[], isTaken: Uint8Array): SoundAlike[] {
  const best = found.toSorted((a, b) => b.likeness - a.likeness || a.from - b.from || a.to - b.to);
  const chosen = best.filter(({ from, to }) => {
    if (isTaken.subarray(from, to).includes(1)) return false;
    isTaken.fill(1, from, to);
    return true;
  });
  return chosen.toSorted((a, b) => a.from - b.from).map(({ from, to, text }) => ({ from, to, text }));
}

const toForm = (words: readonly string[]): string => words.map(wordForm).join(' ');
