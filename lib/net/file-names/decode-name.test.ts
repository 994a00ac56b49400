import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeEncodedWords } from '#lib/net/file-names/decode-encoded-words';
import { decodeName } from '#lib/net/file-names/decode-name';

test('a name in UTF-8 is read as such', () => {
  for (const name of ['Grüße.wav', '会議.mp3', '🎧.mp3', 'talk.wav', '']) {
    assert.equal(decodeName(Buffer.from(name)), name);
  }
});

test('a name in Latin-1 or Windows-1252 keeps its letters', () => {
  for (const name of ['Grüße.wav', 'Réunion.wav', 'été.mp3', 'Müller.mp3', 'Ångström.wav', 'naïve.wav']) {
    assert.equal(decodeName(Buffer.from(name, 'latin1')), name);
  }
  assert.equal(decodeName(Buffer.from('Talk \x96 O\x92Brien \x80.mp3', 'latin1')), 'Talk – O’Brien €.mp3');
});

test('a name in Shift_JIS is read as Japanese', () => {
  const names = {
    '会議.mp3': '89ef8b632e6d7033',
    'テスト.wav': '8365835883672e776176',
    'あ.wav': '82a02e776176',
    '定例会議_1.m4a': '92e897e189ef8b635f312e6d3461',
    '音声ﾒﾓ.wav': '89b990bad2d32e776176',
  };
  for (const [name, hex] of Object.entries(names)) assert.equal(decodeName(Buffer.from(hex, 'hex')), name);
});

test('encoded words in a name are decoded, what is none stays', () => {
  const names = {
    '=?UTF-8?B?R3LDvMOfZS5tcDM=?=': 'Grüße.mp3',
    '=?iso-8859-1?q?Gr=FC=DFe_1.mp3?=': 'Grüße 1.mp3',
    '=?UTF-8?Q?a?= =?UTF-8?Q?b?=.mp3': 'ab.mp3',
    '=?shift_jis?B?ie+LYw==?=.mp3': '会議.mp3',
    '=?nonsense?B?R3I=?=': '=?nonsense?B?R3I=?=',
    'what=?.mp3': 'what=?.mp3',
  };
  for (const [text, name] of Object.entries(names)) assert.equal(decodeEncodedWords(text), name);
});
