import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionRules as earlierRules } from '#lib/api/earlier/serve';
import { parseOptionsOfUpload, parseOptionsWithUrl } from '#lib/api/submission/submission-options';
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
    assert.deepEqual(faults['options.vocabulary'], ['Phrase 1: A phrase must not be empty.']);
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

const job = {
  name: 'Board meeting',
  delete_after_seconds: 3600,
  media_url_headers: { Authorization: 'Bearer a' },
  callback_headers: { 'X-Key': 'b' },
  filter_profanity: true,
  remove_disfluencies: false,
  skip_punctuation: true,
};
const callback = { callback_url: 'https://customer.example/hook' };

test('what is asked of a job is read in both ways of submitting; headers for an address mean nothing beside a file', () => {
  const json = JSON.stringify({ ...url, ...callback, ...job });
  const read = {
    ...job,
    ...callback,
    media_url_headers: { authorization: 'Bearer a' },
    callback_headers: { 'x-key': 'b' },
  };
  assert.deepEqual(parseOptionsWithUrl(json, optionRules).options, { ...url, ...read });
  const { media_url_headers: _, ...ofUpload } = read;
  assert.deepEqual(parseOptionsOfUpload(json, optionRules).options, ofUpload);
  const strange = JSON.stringify({ media_url_headers: 'no headers' });
  assert.equal(parseOptionsOfUpload(strange, optionRules).faults, undefined);
});

test('the earlier revision passes over what it does not know, whatever it is', () => {
  const strange = Object.fromEntries(Object.keys(job).map((name) => [name, [name]]));
  for (const given of [job, strange]) {
    const { options } = parseOptionsWithUrl(JSON.stringify({ ...url, ...given }), earlierRules);
    assert.deepEqual(options, url);
  }
});

test('each fault in what is asked of a job is named, and no value of a header', () => {
  const faulty: Array<[keyof typeof job, unknown]> = [
    ['name', ''],
    ['name', '\u0000 '],
    ['name', 'x'.repeat(256)],
    ['name', 7],
    ['delete_after_seconds', 59],
    ['delete_after_seconds', 315_360_001],
    ['delete_after_seconds', 60.5],
    ['delete_after_seconds', '60'],
    ['media_url_headers', ['a']],
    ['media_url_headers', { Host: 'hush' }],
    ['callback_headers', { 'webhook-signature': 'hush' }],
    ['callback_headers', { a: 'hush\r\nb: c' }],
    ['filter_profanity', 'true'],
    ['remove_disfluencies', 1],
    ['skip_punctuation', {}],
  ];
  for (const [name, value] of faulty) {
    const json = JSON.stringify({ ...url, ...callback, ...job, [name]: value });
    const { faults = {} } = parseOptionsWithUrl(json, optionRules);
    assert.deepEqual(Object.keys(faults), [`options.${name}`], JSON.stringify(value));
    assert.ok(!JSON.stringify(faults).includes('hush'));
    assert.match(faults[`options.${name}`]?.join(' ') ?? '', /^\w.*\.$/);
  }
});

test('callback headers without a callback are refused', () => {
  const json = JSON.stringify({ ...url, callback_headers: { a: 'b' } });
  const { faults } = parseOptionsWithUrl(json, optionRules);
  assert.deepEqual(faults, { 'options.callback_headers': ['callback_headers requires a callback_url.'] });
});
