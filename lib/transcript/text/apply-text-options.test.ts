import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MachineWord } from '#lib/transcript/model';
import type { TextOptions } from '#lib/transcript/text/apply-text-options';
import { applyTextOptions } from '#lib/transcript/text/apply-text-options';
import { maskProfanity } from '#lib/transcript/text/profanity';

const toWords = (text: string): MachineWord[] =>
  text.split(' ').map((text, i) => ({ text, startMs: i * 500, endMs: i * 500 + 400, confidence: 0.5 }));

function write(text: string, options: TextOptions, language?: string): string {
  const words = toWords(text);
  const monologues = [{ id: 0, speaker: 0, from: 0, to: words.length }];
  return applyTextOptions({ words, monologues }, options, language)
    .words.map(({ text }) => text)
    .join(' ');
}

test('offensive words become their first letter and asterisks; case, endings and what stands around them stay', () => {
  const cases: Array<[string, string, string | undefined]> = [
    ['fuck', 'f***', 'en'],
    ['“Shit’s,', '“S***’s,', 'en-GB'],
    ['FUCKING!', 'F******!', 'en'],
    ['mother-fucker', 'mother-f*****', 'en'],
    ['bitches', 'b******', 'en'],
    ['Scheißdreck.', 'S**********.', 'de'],
    ['Scheisse', 'S*******', 'de-CH'],
    ['Arschlöcher', 'A**********', 'de'],
    ['shit', 's***', 'de'],
    ['fuck', 'f***', undefined],
    ['fuck', 'f***', 'fr'],
  ];
  for (const [word, masked, language] of cases) assert.equal(maskProfanity(word, language), masked, word);
});

test('words that only hold or resemble an offensive one stay, and so do words that offend in another language', () => {
  const words = {
    en: 'Scunthorpe class assess cockpit Dick shiitake grass passing therapist Essex Hitchcock titan dick-tation - ***',
    de: 'Ass dick ficktiv barsch Scheitel Pissarro Sau Kanu Marsch wichtig',
    sv: 'slut ass arsch',
  };
  for (const [language, text] of Object.entries(words)) {
    assert.equal(write(text, { filterProfanity: true }, language), text, language);
  }
});

test('sounds of hesitation are left out by language, with their commas; sentences keep their start and end', () => {
  const cases: Array<[string, string, string | undefined]> = [
    ['Um, the house, uh, is ummm old.', 'The house is old.', 'en'],
    ['We go home, hmm. Uh, why?', 'We go home. Why?', 'en'],
    ['I think um.', 'I think.', 'en-US'],
    ['uh-huh mhm oh ah', 'uh-huh mhm oh ah', 'en'],
    ['the ER and HM Treasury er treat', 'the ER and HM Treasury treat', 'en'],
    ['UM YES', 'YES', 'en'],
    ['Ähm, wir gehen um fünf, äh, los.', 'Wir gehen um fünf los.', 'de'],
    ['um um', 'um um', undefined],
    ['hmm uhm ja', 'ja', undefined],
    ['Euh oui', 'Oui', 'fr'],
  ];
  for (const [text, left, language] of cases) {
    assert.equal(write(text, { removeDisfluencies: true }, language), left, text);
  }
});

test('punctuation is left out around words, not what is spoken or part of them, and case stays', () => {
  const text = '“Well, it’s 3.5% (about) — U.S. and C# cost $5… ¿Qué? 日本、';
  const written = 'Well it’s 3.5% about U.S. and C# cost $5 Qué 日本';
  assert.equal(write(text, { skipPunctuation: true }), written);
});

test('words that stay keep their times and monologues, and a monologue of which nothing stays is left out', () => {
  const words = toWords('Um yes. Uh. Shit, um no');
  const monologues = [
    { id: 0, speaker: 0, from: 0, to: 2 },
    { id: 1, speaker: 1, from: 2, to: 3 },
    { id: 2, speaker: 0, from: 3, to: 6 },
  ];
  const all = { filterProfanity: true, removeDisfluencies: true, skipPunctuation: true } as const;
  const result = applyTextOptions({ words, monologues }, all, 'en');
  const at = (i: number, text: string) => ({ ...words[i], text });
  assert.deepEqual(result.words, [at(1, 'Yes'), at(3, 'S***'), at(5, 'no')]);
  assert.deepEqual(result.monologues, [
    { id: 0, speaker: 0, from: 0, to: 1 },
    { id: 1, speaker: 0, from: 1, to: 3 },
  ]);
});

test('a word is read in its own language, and nothing changes without an option', () => {
  const words = [{ text: 'um', startMs: 0, endMs: 1, language: 'de' }, ...toWords('um fünf')];
  const monologues = [{ id: 0, speaker: 0, from: 0, to: 3 }];
  const left = applyTextOptions({ words, monologues }, { removeDisfluencies: true }, 'en');
  assert.deepEqual(
    left.words.map(({ text }) => text),
    ['um', 'fünf'],
  );
  assert.deepEqual(applyTextOptions({ words, monologues }, {}, 'en'), { words, monologues });
});

test('a recording of twelve hours by one speaker is written in one go', () => {
  const words = toWords('so we go on. '.repeat(50_000).trim());
  const monologues = [{ id: 0, speaker: 0, from: 0, to: words.length }];
  const written = applyTextOptions({ words, monologues }, { skipPunctuation: true }, 'en');
  assert.equal(written.words.length, words.length);
});

test('a word with many signs in it is cut in linear time', () => {
  assert.equal(write(`a${'.'.repeat(200_000)}a!`, { skipPunctuation: true }).length, 200_002);
});
