import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionRules as earlierRules } from '#lib/api/earlier/operations';
import { parseOptionsOfUpload, parseOptionsWithUrl } from '#lib/api/submission-options';
import { optionRules } from '#lib/api/v1/contract';

const url = { media_url: 'https://media.example/talk.mp3' };
const choices = { language: 'EN-gb', speakers: 2, vocabulary: ['Mr.  Dashwood'], engine: 'cloud' };
const read = { language: 'en-GB', speakers: 2, vocabulary: ['Mr. Dashwood'], engine: 'cloud' };

test('the choices of recognition are read at the top level and below options, with a URL and beside a file', () => {
  for (const options of [{ ...url, ...choices }, { options: { ...url, ...choices } }]) {
    const json = JSON.stringify(options);
    for (const parse of [parseOptionsWithUrl, parseOptionsOfUpload]) {
      const { faults, recognition } = parse(json, optionRules);
      assert.equal(faults, undefined);
      assert.deepEqual(recognition, read);
    }
  }
});

test('without choices, or with null for each, nothing is asked', () => {
  const nulls = { language: null, speakers: null, vocabulary: null, engine: null };
  for (const given of [{}, nulls, { vocabulary: [] }, { options: { ...url, ...nulls } }]) {
    const json = JSON.stringify({ ...url, ...given });
    for (const parse of [parseOptionsWithUrl, parseOptionsOfUpload]) {
      const { faults, recognition } = parse(json, optionRules);
      assert.deepEqual([faults, recognition], [undefined, undefined]);
    }
  }
  assert.deepEqual(parseOptionsOfUpload(undefined, optionRules), { options: {} });
});

test('every faulty choice is named at once, beside the other faulty options', () => {
  const faulty = { metadata: 5, language: 'english', speakers: 21, vocabulary: [''], engine: 7 };
  for (const given of [faulty, { options: faulty }]) {
    const { faults = {} } = parseOptionsWithUrl(JSON.stringify(given), optionRules);
    assert.deepEqual(Object.keys(faults), [
      'options.metadata',
      'options.media_url',
      'options.language',
      'options.speakers',
      'options.vocabulary',
      'options.engine',
    ]);
    assert.deepEqual(faults['options.vocabulary'], ['Phrase 1: A phrase has at least one character.']);
  }
});

test('beside faults the sound choices are known, to be checked with the engines', () => {
  const given = { ...choices, language: '?', metadata: 5 };
  const { recognition } = parseOptionsOfUpload(JSON.stringify(given), optionRules);
  assert.deepEqual(recognition, { speakers: 2, vocabulary: ['Mr. Dashwood'], engine: 'cloud' });
});

test('the earlier revision ignores them, whatever they are', () => {
  for (const given of [choices, { language: 5, speakers: {}, vocabulary: 'x', engine: [] }]) {
    assert.deepEqual(parseOptionsWithUrl(JSON.stringify({ ...url, ...given }), earlierRules), {
      options: url,
      recognition: undefined,
    });
    assert.deepEqual(parseOptionsOfUpload(JSON.stringify(given), earlierRules), {
      options: {},
      recognition: undefined,
    });
  }
});
