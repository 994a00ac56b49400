import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  parseVocabulary,
  recognitionMembers,
  toRecognitionOptions,
} from '#lib/recognition/options/parse-options';

const { language, speakers, engine, vocabulary, audio_tracks: tracks } = recognitionMembers;

const tags: Array<[given: string, canonical: string]> = [
  ['en', 'en'],
  ['EN-gb', 'en-GB'],
  [' pt-br ', 'pt-BR'],
  ['iw', 'he'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['de-DE-u-co-phonebk', 'de-DE'],
  ['AUTO', 'auto'],
  ['auto', 'auto'],
];
for (const [given, canonical] of tags) {
  test(`the language “${given}” is ${canonical}`, () => assert.equal(language.parse(given), canonical));
}

for (const given of [
  '',
  'english',
  'e',
  'en_US',
  'und',
  '*',
  'en-',

  `en-${'x'.repeat(40)}`,
  5,
  ['en'],
  {},
]) {
  test(`${JSON.stringify(given)} is no language, and the fault says what is`, () => {
    const { error } = language.safeParse(given);
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      ['language must be a BCP 47 tag such as en or pt-BR, or auto.'],
    );
  });
}

test('speakers are off, auto or a number from 1 to 20', () => {
  for (const given of ['off', 'auto', 1, 2, 20]) assert.equal(speakers.parse(given), given);
  for (const given of ['on', '2', 0, 21, 1.5, -1, true, [2]]) {
    assert.deepEqual(
      speakers.safeParse(given).error?.issues.map(({ message }) => message),
      ['speakers must be off, auto or a whole number from 1 to 20.'],
      JSON.stringify(given),
    );
  }
});

test('audio tracks are auto, all or numbers, each of them once and in order', () => {
  for (const given of ['auto', 'all', [1], [1, 64]]) assert.deepEqual(tracks.parse(given), given);
  assert.deepEqual(tracks.parse([3, 1, 3]), [1, 3]);
  for (const given of ['1', 'none', 1, [], [0], [65], [1.5], ['1'], {}, true]) {
    assert.deepEqual(
      tracks.safeParse(given).error?.issues.map(({ message }) => message),
      ['audio_tracks must be auto, all or an array of track numbers from 1 to 64.'],
      JSON.stringify(given),
    );
  }
  assert.deepEqual(toRecognitionOptions({ audio_tracks: [2] }), { audioTracks: [2] });
});

test('an engine is text', () => {
  assert.equal(engine.parse(' sherpa:small '), 'sherpa:small');
  for (const given of ['', ' ', 5, 'x'.repeat(201)])
    assert.ok(!engine.safeParse(given).success, String(given));
});

test('a vocabulary is read with its blanks in order, and without repetition', () => {
  assert.deepEqual(parseVocabulary([' John \t Dashwood', 'John Dashwood', 'Norland']), {
    phrases: ['John Dashwood', 'Norland'],
  });
  assert.deepEqual(parseVocabulary([]), { phrases: [] });
  assert.equal(parseVocabulary(Array.from({ length: 500 }, (_, i) => `${i}`)).phrases?.length, 500);
});

test('errors in a vocabulary name the number of the phrase', () => {
  assert.deepEqual(parseVocabulary(['right', '  ', 7, '𝄞'.repeat(101)]), {
    faults: [
      'Phrase 2: A phrase must not be empty.',
      'Phrase 3: A phrase must be a string.',
      'Phrase 4: A phrase is limited to 100 characters.',
    ],
  });
  assert.equal(parseVocabulary(Array.from({ length: 30 }, () => '')).faults?.length, 10);
  const tooMany = Array.from({ length: 501 }, (_, i) => `${i}`);
  assert.deepEqual(parseVocabulary(tooMany), { faults: ['A vocabulary is limited to 500 phrases.'] });
  for (const given of ['one', 5, {}, null, undefined]) assert.equal(parseVocabulary(given).faults?.length, 1);
});

test('all faults of a vocabulary are under its own name', () => {
  const { error } = vocabulary.safeParse(['', 5]);
  assert.deepEqual(
    error?.issues.map(({ path }) => path),
    [[], []],
  );
});

test('null and what chooses nothing is like leaving it out', () => {
  for (const member of Object.values(recognitionMembers)) assert.equal(member.parse(null), null);
  assert.equal(toRecognitionOptions({}), undefined);
  assert.equal(
    toRecognitionOptions({ language: null, speakers: null, vocabulary: [], engine: null }),
    undefined,
  );
});

test('the same choices are the same JSON, in whatever order they were given', () => {
  const options = toRecognitionOptions({ engine: 'a', vocabulary: ['x'], speakers: 2, language: 'en' });
  assert.equal(JSON.stringify(options), '{"language":"en","speakers":2,"vocabulary":["x"],"engine":"a"}');
  assert.equal(
    JSON.stringify(toRecognitionOptions({ translate: true, language: 'en' })),
    '{"language":"en","translate":true}',
  );
  assert.equal(toRecognitionOptions({ translate: false }), undefined);
});
