import assert from 'node:assert/strict';
import test from 'node:test';
import { locateTokens } from '#lib/recognition/engines/sherpa/locate-tokens';

/** The part of the text that each token covers, by its number. */
const cover = (text: string, tokens: string[]) =>
  locateTokens(text, tokens).map(({ token, start, end }) => [token, text.slice(start, end)]);

test('pieces of words are found where they stand', () => {
  assert.deepEqual(cover('HE WAS DISPOSED', ['▁HE', '▁WAS', '▁DIS', 'PO', 'S', 'ED']), [
    [0, 'HE'],
    [1, 'WAS'],
    [2, 'DIS'],
    [3, 'PO'],
    [4, 'S'],
    [5, 'ED'],
  ]);
});

test('tokens that are no text are left out', () => {
  const tokens = ['<|en|>', '<|withitn|>', ' Hi', '<unk>', '▁', ' there'];
  assert.deepEqual(cover('Hi there', tokens), [
    [2, 'Hi'],
    [5, 'there'],
  ]);
});

test('a character made of several byte tokens belongs to the first of them', () => {
  assert.deepEqual(cover('Ja 你好', [' Ja', ' ', '<0xE4>', '<0xBD>', '<0xA0>', '好']), [
    [0, 'Ja'],
    [2, '你'],
    [5, '好'],
  ]);
  assert.deepEqual(cover('naïve é', [' na', '\uFFFD\uFFFD', 've', ' \uFFFD', '\uFFFD']), [
    [0, 'na'],
    [1, 'ï'],
    [2, 've'],
    [3, 'é'],
  ]);
});

test('spaces that the text lacks or has more of do no harm', () => {
  assert.deepEqual(cover('你好world', ['▁你', '▁好', '▁wor', 'ld']), [
    [0, '你'],
    [1, '好'],
    [2, 'wor'],
    [3, 'ld'],
  ]);
});

test('a token that the text lacks costs no other its place', () => {
  assert.deepEqual(cover('one three', ['▁one', '▁two', '▁three']), [
    [0, 'one'],
    [2, 'three'],
  ]);
});
