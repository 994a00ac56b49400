import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { openDictionary } from '#lib/recognition/alignment/pronunciation/open-dictionary';
import { randomCases } from '#e2e/support/random-cases';

async function withDictionary<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dictionary-'));
  try {
    const file = path.join(folder, 'dictionary');
    await writeFile(file, text);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a word is found with all of its pronunciations, in any order of lines', async () => {
  const text = "a's EY Z\none(2) HH W AH N\na AH\n\none's W AH N Z\none W AH N\na(2) EY\nlast L AE S T";
  await withDictionary(text, async (file) => {
    const dictionary = await openDictionary(file);
    assert.deepEqual(dictionary.find('a'), ['AH', 'EY']);
    assert.deepEqual(dictionary.find('one'), ['W AH N', 'HH W AH N']);
    assert.deepEqual(dictionary.find('last'), ['L AE S T']);
    for (const word of ['', 'las', 'lasts', 'AH', 'a\nb', '漢字', 'a(3)'])
      assert.deepEqual(dictionary.find(word), [], word);
  });
});

test('what a dictionary has is found, and nothing else', async () => {
  const word = fc.string({ unit: fc.constantFrom(...Array.from('abé漢')), minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(word, { maxLength: 60 }), word, async (words, other) => {
      await withDictionary(words.map((known, i) => `${known} P${i}\n`).join(''), async (file) => {
        const dictionary = await openDictionary(file);
        for (const [i, known] of words.entries()) assert.deepEqual(dictionary.find(known), [`P${i}`]);
        if (!words.includes(other)) assert.deepEqual(dictionary.find(other), []);
      });
    }),
    { numRuns: randomCases(50) },
  );
});
