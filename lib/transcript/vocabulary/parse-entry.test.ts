import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEntry } from '#lib/transcript/vocabulary/parse-entry';

test('an entry has spellings behind a tilde between blanks', () => {
  assert.deepEqual(parseEntry('Siobhan ~ shivawn, chevonne'), {
    phrase: 'Siobhan',
    soundsLike: ['shivawn', 'chevonne'],
    isWritten: false,
  });
  assert.deepEqual(parseEntry('Ada Lovelace ~ , a to love less,~ ada').soundsLike, [
    'a to love less',
    '~ ada',
  ]);
  assert.deepEqual(parseEntry('A ~ b ~ c').soundsLike, ['b', 'c']);
});

test('two tildes have it written without a question, with or without spellings', () => {
  const phrase = 'Siobhan';
  assert.deepEqual(parseEntry('Siobhan ~~'), { phrase, soundsLike: [], isWritten: true });
  assert.deepEqual(parseEntry('Siobhan ~~ shivawn'), { phrase, soundsLike: ['shivawn'], isWritten: true });
});

test('any other text is its phrase', () => {
  for (const phrase of [
    'Mission: Impossible',
    'a~b',
    'a ~~b',
    '~ b',
    '~~',
    'Señor ~',
    'E = mc²',
    'Łódź (Lodz)',
  ])
    assert.deepEqual(parseEntry(phrase), { phrase, soundsLike: [], isWritten: false });
});
