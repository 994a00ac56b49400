import assert from 'node:assert/strict';
import test from 'node:test';
import { numberWords } from '#lib/recognition/alignment/pocketsphinx/number-words';
import { writeDictionary, writeGrammar } from '#lib/recognition/alignment/pocketsphinx/write-grammar';

const entries: Record<string, string[]> = { a: ['AH', 'EY'], five: ['F AY V'], dollars: ['D AA L ER Z'] };
const dictionary = { find: (word: string) => entries[word] ?? [] };
const noGuess = async () => new Map<string, string>();

test('a grammar has the words in a line, with fillers at each state', () => {
  const lines = writeGrammar([
    { name: 'w0', phones: ['AH'] },
    { name: 'w2', phones: ['B IY'] },
  ]).split('\n');
  assert.deepEqual(
    lines.filter((line) => !/ f\d$/.test(line)),
    [
      ...['FSG_BEGIN piece', 'NUM_STATES 3', 'START_STATE 0', 'FINAL_STATE 2'],
      ...['TRANSITION 0 1 1.0 w0', 'TRANSITION 1 2 1.0 w2', 'FSG_END', ''],
    ],
  );
  for (const state of [0, 1, 2]) {
    const loops = lines.filter((line) => line.startsWith(`TRANSITION ${state} ${state} `));
    assert.deepEqual(
      loops,
      ['f0', 'f1', 'f2'].map((filler) => `TRANSITION ${state} ${state} 0.0001 ${filler}`),
    );
  }
});

test('a dictionary has all ways to say a word, and the fillers', () => {
  assert.equal(
    writeDictionary([{ name: 'w0', phones: ['AH', 'EY'] }]),
    'w0 AH\nw0(2) EY\nf0 AH\nf1 AH M\nf2 +SPN+\n',
  );
});

test('words that are said are numbered by where they stand, and nothing of the text is left', async () => {
  const words = await numberWords(['A', '—', '$5', '漢字'], dictionary, noGuess);
  assert.deepEqual(
    words?.map(({ name, index }) => [name, index]),
    [
      ['w0', 0],
      ['w2', 2],
      ['w3', 3],
    ],
  );
  assert.deepEqual(words?.[0]?.phones, ['AH', 'EY']);
  assert.deepEqual(words?.[1]?.phones.slice(0, 2), ['F AY V D AA L ER Z', 'F AY V']);
  assert.deepEqual(words?.[2]?.phones, ['+SPN+']);
});

test('a text that can’t be pronounced for the most part is none to align', async () => {
  assert.equal(await numberWords(['漢字', '漢字', 'a'], dictionary, noGuess), undefined);
  assert.deepEqual(await numberWords(['—'], dictionary, noGuess), []);
});
