import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { pronounceWords, soundOut } from '#lib/recognition/alignment/pronunciation/pronounce-words';

const entries: Record<string, string[]> = { cat: ['K AE T'], dog: ['D AO G', 'D AA G'], bus: ['B AH S'] };
const dictionary = { find: (word: string) => entries[word] ?? [] };

test('words are pronounced by the dictionary, possessives by their word, others by a guess, else by their letters', async () => {
  const asked: string[][] = [];
  const guess = async (words: readonly string[]) => {
    asked.push([...words]);
    return new Map([['claflin', 'K L AE F L IH N']]);
  };
  const words = new Set(['cat', 'dog', "cat's", "dog's", "bus's", "cats'", 'claflin', 'zorb', "'"]);
  const found = await pronounceWords(words, dictionary, guess);
  assert.deepEqual(Object.fromEntries(found), {
    cat: ['K AE T'],
    dog: ['D AO G', 'D AA G'],
    "cat's": ['K AE T S'],
    "dog's": ['D AO G Z', 'D AA G Z'],
    "bus's": ['B AH S IH Z'],
    "cats'": ['K AE T S'],
    claflin: ['K L AE F L IH N'],
    zorb: ['Z AO R B'],
    "'": [],
  });
  assert.deepEqual(asked, [["cats'", 'claflin', 'zorb', "'"]]);
});

test('what the dictionary has costs no guess', async () => {
  const guess = () => Promise.reject(new Error('not needed'));
  assert.deepEqual(await pronounceWords(new Set(['cat']), dictionary, guess), new Map([['cat', ['K AE T']]]));
});

test('any letters have a sound', () => {
  assert.equal(soundOut('shake'), 'SH AE K');
  assert.equal(soundOut('night'), 'N AY T');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz')), minLength: 1 }),
      (word) => assert.match(soundOut(word), /^[A-Z]+( [A-Z]+)*$/),
    ),
  );
});
