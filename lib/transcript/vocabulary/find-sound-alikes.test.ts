import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSoundAlikes } from '#lib/transcript/vocabulary/find-sound-alikes';

interface Spoken {
  confidence?: number;
  language?: string;
}

/** Lists what is found in a text, as `heard → entry`. */
function find(
  text: string,
  vocabulary: string[],
  { confidence = 0.4, language = 'en' }: Spoken = {},
): string[] {
  const texts = text.split(' ');
  const words = texts.map((word, i) => ({ text: word, startMs: i * 300, endMs: i * 300 + 250, confidence }));
  return findSoundAlikes(words, vocabulary, language).map(
    ({ from, to, text: entry }) => `${texts.slice(from, to).join(' ')} → ${entry}`,
  );
}

test('names that were heard as other words are found', () => {
  const heard = 'i am abigail claflyn you can call me abbi said mister kilter';
  assert.deepEqual(find(heard, ['Claflin', 'Abbie', 'Quilter', 'Lovelace'], { confidence: 0.2 }), [
    'claflyn → Claflin',
    'abbi → Abbie',
    'kilter → Quilter',
  ]);
});

test('an entry is found in more words or fewer, and whole', () => {
  assert.deepEqual(find('by Ada love less, and by Ada Loveless herself', ['Ada Lovelace', 'Lovelace']), [
    'Ada love less, → Ada Lovelace',
    'Ada Loveless → Ada Lovelace',
  ]);
  assert.deepEqual(find('an i phone by space x', ['iPhone', 'SpaceX']), [
    'i phone → iPhone',
    'space x → SpaceX',
  ]);
});

test('a spelling of how it sounds is found however sure the engine was, and nothing like it without one', () => {
  const text = 'I met shiver on there. On Sunday Chevonne’s dog';
  assert.deepEqual(find(text, ['Siobhan'], { confidence: 0.2 }), []);
  assert.deepEqual(find(text, ['Siobhan ~ shiver on, chevonne'], { confidence: 1 }), [
    'shiver on → Siobhan',
    'Chevonne’s → Siobhan’s',
  ]);
});

test('words that the engine was sure of are left alone, and surer words must be more alike', () => {
  const text = 'mark my words said abby when i ran to the kilter';
  const vocabulary = ['Marc', 'Abbie', 'Iran', 'Quilter', 'Wurtz'];
  const found = [0.6, 0.75, 0.9, 1].map((confidence) => find(text, vocabulary, { confidence }).length);
  assert.deepEqual(found.slice(2), [0, 0]);
  assert.ok(Number(found[0]) > Number(found[1]), found.join());
});

test('words that stand as the entry is written are right, with any case, ending and punctuation', () => {
  const text = 'CLAFLIN, Claflin’s, Claflins and (claflin) in the Claflinschule near Ada Lovelace';
  assert.deepEqual(find(text, ['Claflin', 'Ada Lovelace', 'Loveless'], { confidence: 0 }), []);
});

test('a word of one entry is never taken for another one, and no word is in two', () => {
  const found = find('Heather saw Hether in fine whether', ['Heather', 'weather', 'Hether'], {
    confidence: 0,
  });
  assert.deepEqual(found, ['whether → weather']);
});

test('no entry goes from one sentence into the next', () => {
  assert.deepEqual(find('He bought a love. Less was', ['Lovelace'], { confidence: 0 }), []);
});

test('an entry without capitals gets the one that was heard', () => {
  assert.deepEqual(
    find('Analitical engine. An analitical engine', ['analytical engine'], { confidence: 0.2 }),
    ['Analitical engine. → Analytical engine', 'analitical engine → analytical engine'],
  );
});

test('German is heard as German', () => {
  const text = 'Frau Maier und Herr Schröter aus Pfeifering';
  const entries = ['Mayer', 'Schröder', 'Pfeiffering'];
  assert.deepEqual(find(text, entries, { language: 'de-AT', confidence: 0.2 }), [
    'Maier → Mayer',
    'Schröter → Schröder',
    'Pfeifering → Pfeiffering',
  ]);
});

test('accents count as letters where words are right, and other scripts by their letters', () => {
  assert.deepEqual(find('in Łódź and Malaga', ['Łódź', 'Málaga'], { confidence: 1 }), ['Malaga → Málaga']);
  const language = 'ru';
  assert.deepEqual(find('Шывон и Шивон', ['Шивон'], { language, confidence: 0.2 }), ['Шывон → Шивон']);
  assert.deepEqual(find('Шивонн', ['Шивон ~ шивонн'], { language, confidence: 1 }), ['Шивонн → Шивон']);
});

test('an empty vocabulary, entries without letters and very long words find nothing', () => {
  assert.deepEqual(find('a b', []), []);
  assert.deepEqual(find('… of ab', ['…', 'ab', '한']), []);
  assert.deepEqual(find(`x ${'ab'.repeat(100_000)}`, ['abababab']), []);
});
