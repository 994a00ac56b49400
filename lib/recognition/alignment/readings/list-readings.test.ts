import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { listReadings } from '#lib/recognition/alignment/readings/list-readings';
import { maxReadings } from '#lib/recognition/alignment/readings/reading';
import { randomCases } from '#e2e/support/random-cases';

const isKnown = (word: string) => ['nasa', 'co-op', "don't", 'the'].includes(word);

function listSaid(text: string, before?: string): string[] {
  const spoken = listReadings(text, { before, isKnown });
  return spoken.kind === 'read' ? spoken.readings.map((reading) => reading.join(' ')) : [];
}

test('numbers are read in each of the ways in which people say them', () => {
  for (const [text, ...said] of [
    ['1984', 'nineteen eighty four', 'one thousand nine hundred and eighty four'],
    ['2005,', 'twenty oh five', 'two thousand five', 'two thousand and five'],
    ['1900', 'nineteen hundred'],
    ['105', 'one hundred five', 'one oh five'],
    ['12,000', 'twelve thousand'],
    ['1,000,001', 'one million one', 'a million and one'],
    ['007', 'oh oh seven', 'zero zero seven'],
    ['3.14', 'three point one four'],
    ['0.5', 'zero point five', 'point five'],
    ['.5', 'point five'],
    ['1.13.8', 'one point thirteen point eight'],
    ['4', 'four', 'fourth', 'the fourth'],
  ] as const) {
    for (const way of said) assert.ok(listSaid(text).includes(way), `${text}: ${listSaid(text).join(' | ')}`);
  }
});

test('money, shares, times, dates and units are read with what they count', () => {
  for (const [text, ...said] of [
    ['$5', 'five dollars', 'five'],
    ['$1', 'one dollar'],
    ['$3.50.', 'three dollars fifty', 'three dollars and fifty cents', 'three fifty'],
    ['£20', 'twenty pounds'],
    ['5€', 'five euros'],
    ['$2k', 'two thousand dollars', 'two k'],
    ['50%', 'fifty percent'],
    ['3:30pm', 'three thirty p m'],
    ['7:05', 'seven oh five'],
    ['12:00', "twelve o'clock"],
    ['10am', 'ten a m'],
    ['21st', 'twenty first', 'the twenty first'],
    ['100th', 'one hundredth'],
    ['1980s', 'nineteen eighties'],
    ['’80s', 'eighties'],
    ['1/2', 'one half', 'a half', 'half'],
    ['½', 'half'],
    ['9/11', 'nine eleven'],
    ['72°F', 'seventy two degrees fahrenheit', 'seventy two degrees'],
    ['60mph', 'sixty miles per hour'],
    ['2019–2020', 'twenty nineteen to twenty twenty'],
  ]) {
    for (const way of said) {
      assert.ok(listSaid(text ?? '').includes(way), `${text}: ${listSaid(text ?? '').join(' | ')}`);
    }
  }
  assert.deepEqual(listSaid('million', '$5'), [
    'million',
    'million dollars',
    'million pounds',
    'million euros',
  ]);
});

test('words are read without their marks, initials letter by letter, and abbreviations in full', () => {
  assert.deepEqual(listSaid('“Don’t!”'), ["don't"]);
  assert.deepEqual(listSaid('naïve,'), ['naive']);
  assert.deepEqual(listSaid('twenty-five'), ['twenty five']);
  assert.deepEqual(listSaid('CO-OP')[0], 'co-op');
  assert.ok(listSaid('Mr.').includes('mister'));
  assert.deepEqual(listSaid('U.S.'), ['u s']);
  assert.deepEqual(listSaid('NASA'), ['nasa', 'n a s a']);
  assert.deepEqual(listSaid("CEO's")[0], "c e o's");
  assert.deepEqual(listSaid('MP3')[0], 'm p three');
  assert.deepEqual(listSaid('AT&T')[0], 'a t and t');
  assert.deepEqual(listSaid('example.com')[0], 'example dot com');
  assert.deepEqual(listSaid('&'), ['and']);
  assert.deepEqual(listSaid('...THE'), ['the', 't h e']);
});

test('marks and emoji are silent, and letters of other scripts are heard, but unknown', () => {
  for (const text of ['—', '…', '"', '♪', '😀', '', '\u{200B}', '.', '*'])
    assert.equal(listReadings(text, { isKnown }).kind, 'silent', text);
  for (const text of ['привет', '漢字', '你好。', 'a-'.repeat(100_000)])
    assert.equal(listReadings(text, { isKnown }).kind, 'unknown', text);
});

test('of any text there are few readings, of plain words alone', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789$€%:.,/-°’sthkm&#+ABc')), maxLength: 30 }),
  );
  fc.assert(
    fc.property(word, word, (text, before) => {
      const spoken = listReadings(text, { before, isKnown });
      if (spoken.kind !== 'read') return;
      assert.ok(spoken.readings.length > 0 && spoken.readings.length <= maxReadings + 3);
      for (const reading of spoken.readings) {
        assert.ok(reading.length > 0);
        for (const part of reading) assert.match(part, /^[a-z'.-]+[a-z\d'.-]*$|^[a-z\d'.%-]+$/);
      }
    }),
    { numRuns: randomCases(2000) },
  );
});
