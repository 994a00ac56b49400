import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DialectError } from '#lib/api/dialects/dialect';
import type { ErrorFacts } from '#lib/api/openai/errors';
import { isKnownField, readRequestOptions, refuseField } from '#lib/api/openai/read-request-options';

type Given = Array<[string, string]>;

function refuses(given: Given, param: string, message: RegExp): void {
  assert.throws(
    () => readRequestOptions(given),
    (error) => {
      assert.ok(error instanceof DialectError, String(error));
      const facts = error.facts as ErrorFacts;
      assert.deepEqual([facts.status, facts.type, facts.param], [400, 'invalid_request_error', param]);
      assert.match(facts.message, message);
      return true;
    },
    JSON.stringify(given),
  );
}

test('a form without fields asks for the default', () => {
  const byDefault = {
    ...{ model: '', language: undefined, languages: [], prompt: '', keywords: [], format: 'json' },
    ...{ times: { words: false, segments: true }, logprobs: false, stream: false },
    translate: false,
  };
  assert.deepEqual(readRequestOptions([]), byDefault);
  const empty = ['model', 'language', 'prompt', 'temperature', 'response_format', 'stream', 'include[]'];
  assert.deepEqual(readRequestOptions(empty.map((name) => [name, ''])), byDefault, 'an empty text is none');
  assert.deepEqual(
    readRequestOptions([
      ['user', 'x'],
      ['[]', 'x'],
      ['a[b][c]', 'x'],
    ]),
    byDefault,
    'others are passed over',
  );
});

test('a list is the name with or without brackets, and numbered', () => {
  for (const names of [
    ['keywords[]', 'keywords[]'],
    ['keywords', 'keywords'],
    ['keywords[0]', 'keywords[1]'],
  ]) {
    const requested = readRequestOptions(
      names.map((name, i) => [name, ['Norland', 'Barton  Park'][i] ?? '']),
    );
    assert.deepEqual(requested.keywords, ['Norland', 'Barton Park']);
  }
});

test('languages come as codes of any spelling, or as Whisper’s names', () => {
  const spellings = {
    en: 'en',
    'en-GB': 'en-GB',
    pt_br: 'pt-BR',
    German: 'de',
    castilian: 'es',
    auto: 'auto',
  };
  for (const [given, tag] of Object.entries(spellings))
    assert.equal(readRequestOptions([['language', given]]).language, tag, given);
  assert.deepEqual(
    readRequestOptions([
      ['languages[]', 'de'],
      ['languages[]', 'EN'],
    ]).languages,
    ['de', 'en'],
  );
  for (const given of ['klingonese', 'e', '12', 'und', 'x'.repeat(300), '\u0011a\nb']) {
    // One line, whatever was given.
    refuses([['language', given]], 'language', /^“.*” is not a language code\. .*\.$/);
    refuses([['languages[]', given]], 'languages', /^“.*” is not a language code\. .*\.$/);
  }
  refuses(
    [
      ['language', 'en'],
      ['languages[]', 'de'],
    ],
    'languages',
    /not both/,
  );
});

test('a stream is asked for in any notation of true', () => {
  for (const text of ['true', 'True', '1']) assert.equal(readRequestOptions([['stream', text]]).stream, true);
  for (const text of ['false', 'False', '0'])
    assert.equal(readRequestOptions([['stream', text]]).stream, false);
  refuses([['stream', 'yes']], 'stream', /true or false/);
  for (const format of ['srt', 'vtt', 'verbose_json'])
    refuses(
      [
        ['stream', 'true'],
        ['response_format', format],
      ],
      'stream',
      /isn't available until the end/,
    );
  for (const format of ['json', 'text', 'diarized_json'])
    assert.equal(
      readRequestOptions([
        ['stream', 'true'],
        ['response_format', format],
      ]).stream,
      true,
    );
});

test('a temperature is checked and means nothing', () => {
  for (const text of ['0', '0.2', '1', '.5', '1.0', '1e-05', '1E-1', '5.e-1'])
    readRequestOptions([['temperature', text]]);
  for (const text of ['-1', '1.1', 'warm', '1e1', 'e-1', '1e', '1e-', 'NaN'])
    refuses([['temperature', text]], 'temperature', /from 0 to 1/);
});

test('a chunking strategy is checked in each of its notations, and means nothing', () => {
  readRequestOptions([['chunking_strategy', 'auto']]);
  readRequestOptions([['chunking_strategy', '{"type":"server_vad","threshold":0.4}']]);
  readRequestOptions([
    ['chunking_strategy[threshold]', '0.4'],
    ['chunking_strategy[type]', 'server_vad'],
  ]);
  for (const given of ['none', '{"type":"x"}', '{', '[]', 'null', '"auto"'])
    refuses([['chunking_strategy', given]], 'chunking_strategy', /auto or an object/);
  refuses([['chunking_strategy[threshold]', '0.4']], 'chunking_strategy', /auto or an object/);
});

test('what a field can’t hold is refused by its name', () => {
  refuses(
    [['response_format', 'xml']],
    'response_format',
    /json, text, srt, verbose_json, vtt, diarized_json/,
  );
  refuses(
    [
      ['response_format', 'json'],
      ['response_format', 'text'],
    ],
    'response_format',
    /only once/,
  );
  refuses([['timestamp_granularities[]', 'letter']], 'timestamp_granularities', /word, segment or both/);
  refuses([['include[]', 'tokens']], 'include', /logprobs/);
  refuses(
    [
      ['include[]', 'logprobs'],
      ['response_format', 'text'],
    ],
    'include',
    /response_format json/,
  );
  refuses([['keywords[]', 'x'.repeat(101)]], 'keywords', /100 characters/);
  refuses(
    Array.from({ length: 501 }, (_, i) => ['keywords[]', `k${i}`]),
    'keywords',
    /500/,
  );
});

test('samples of voices are refused by their names', () => {
  for (const name of ['known_speaker_names', 'known_speaker_references']) {
    const refusal = refuseField(`${name}[]`);
    assert.ok(refusal instanceof DialectError);
    const { status, param, code } = refusal.facts as ErrorFacts;
    assert.deepEqual([status, param, code], [400, name, 'unsupported_parameter']);
  }
  for (const name of ['file', 'model', 'user', '__proto__', 'constructor'])
    assert.equal(refuseField(name), undefined);
  assert.equal(isKnownField('__proto__'), false);
});
