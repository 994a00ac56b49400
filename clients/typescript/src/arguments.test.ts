import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, readFormats, readSubmissionOptions } from './arguments.ts';
import { Stop } from './stop.ts';

const read = (...args: string[]) => readArguments('transcribe', args);

test('formats are lists, each once, and plain text by default', () => {
  assert.deepEqual(readFormats(read()), ['txt']);
  assert.deepEqual(readFormats(read('--format', 'srt, DOCX', '--format=srt,text')), ['srt', 'docx', 'txt']);
});

test('the options of the API are those that were given, numbers as numbers', () => {
  const given = read(
    ...['a.wav', '--language', 'de', '--speakers', '2', '--vocabulary', 'Ada', '--vocabulary', 'Bo B'],
    ...['--option', 'skip_punctuation=true', '--option', 'name=a=b'],
  );
  assert.deepEqual(readSubmissionOptions(given), {
    ...{ language: 'de', speakers: 2, vocabulary: ['Ada', 'Bo B'] },
    ...{ skip_punctuation: true, name: 'a=b' },
  });
  assert.deepEqual(given.words, ['a.wav']);
  assert.deepEqual(readSubmissionOptions(read()), {});
});

test('what is wrong with the arguments stops with exit code 2 and says what', () => {
  const wrong: Array<[() => unknown, RegExp]> = [
    [() => read('--key', 'secret'), /'--key'/],
    [() => readFormats(read('--format', 'mp3')), /"mp3".*txt, json/],
    [() => readSubmissionOptions(read('--option', 'name')), /NAME=VALUE/],
    [() => read('--parallel', '0').number('parallel', { least: 1, otherwise: 2 }), /at least 1/],
    [() => read('--parallel', '').number('parallel', { least: 1, otherwise: 2 }), /at least 1/],
  ];
  for (const [act, message] of wrong) {
    assert.throws(act, (error) => error instanceof Stop && error.code === 2 && message.test(error.message));
  }
});
