import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordForm } from '#lib/transcript/align/word-form';

test('a form is without the signs around a word and with those in it', () => {
  assert.equal(wordForm('“Don’t-do!”…'), "don't-do");
  assert.equal(wordForm('—…'), '—...');
});

test('a word with many signs in it has its form in linear time', () => {
  const word = `a${'.'.repeat(199_998)}b`;
  assert.equal(wordForm(`(${word})`), word);
});
