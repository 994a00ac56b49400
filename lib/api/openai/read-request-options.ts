import {
  granularities,
  responseFormats,
  streamedFormats,
  transcriptionFields,
  type FieldName,
  type ResponseFormat,
  type RequestOptions,
  translationFields,
  translationFormats,
} from '#lib/api/openai/contract';
import { badField } from '#lib/api/openai/errors';
import { maxVocabulary } from '#lib/recognition/options/options';
import { parseVocabulary, readLanguageName } from '#lib/recognition/options/parse-options';
import { cleanName } from '#lib/transcript/clean-name';

/** Returns the error for a field that is refused whatever its value; undefined for other fields. */
export function refuseField(given: string): Error | undefined {
  const { name } = splitName(given);
  if (name === undefined || transcriptionFields[name] !== 'refused') return undefined;
  const message = `${name}[] is not supported: speakers are identified without voice samples. Leave it out.`;
  return badField(name, message, 'unsupported_parameter');
}

/** True if a field of this name is read. */
export function isKnownField(given: string): boolean {
  return splitName(given).name !== undefined;
}

/** Parses a form's fields, lists as `name[]`, `name[0]` or repeated. Throws a `DialectError` for the first fault. */
export function readRequestOptions(
  given: ReadonlyArray<readonly [name: string, text: string]>,
): RequestOptions {
  const fields = new Map<FieldName, Array<{ text: string; member: string }>>();
  for (const [full, text] of given) {
    const { name, member } = splitName(full);
    if (name !== undefined && text.trim() !== '')
      fields.set(name, [...(fields.get(name) ?? []), { text, member }]);
  }
  const list = (name: FieldName): string[] => (fields.get(name) ?? []).map(({ text }) => text);
  const single = (name: FieldName): string | undefined => {
    const [text, ...others] = list(name);
    if (others.length > 0) throw badField(name, `Send ${name} only once.`);
    return text?.trim();
  };

  checkTemperature(single('temperature'));
  checkChunking(fields.get('chunking_strategy') ?? []);
  const format = readFormat(single('response_format'));
  const [language, languages] = [single('language'), list('languages')];
  if (language !== undefined && languages.length > 0) {
    throw badField('languages', 'Send either language or languages[], not both.');
  }
  return {
    translate: false,
    model: single('model') ?? '',
    language: language === undefined ? undefined : readTag('language', language),
    languages: languages.map((tag) => readTag('languages', tag)),
    prompt: single('prompt') ?? '',
    keywords: readKeywords(list('keywords')),
    format,
    times: readTimes(list('timestamp_granularities')),
    logprobs: readInclude(list('include'), format),
    stream: readStream(single('stream'), format),
  };
}

/** Splits a field's name into the known field and its member. */
function splitName(given: string): { name: FieldName | undefined; member: string } {
  const [, name = '', member = ''] = /^(\w+)(?:\[(\w*)\])?$/.exec(given) ?? [];
  return { name: isField(name) ? name : undefined, member };
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(transcriptionFields, name);
}

function checkTemperature(text: string | undefined): void {
  if (text === undefined) return;
  // Includes Python's notation of small numbers: 1e-05.
  const isNumber = /^(?:\d*\.?\d+|\d+\.)(?:e[+-]?\d+)?$/i.test(text);
  if (!isNumber || Number(text) > 1)
    throw badField('temperature', 'temperature must be a number from 0 to 1.');
}

/** Accepts `auto`, JSON, or one field per member. */
function checkChunking(given: ReadonlyArray<{ text: string; member: string }>): void {
  const [first] = given;
  if (first === undefined || (first.member === '' && first.text.trim() === 'auto')) return;
  const type =
    first.member === '' ? readType(first.text) : given.find(({ member }) => member === 'type')?.text;
  if (type !== 'server_vad') {
    throw badField(
      'chunking_strategy',
      'chunking_strategy must be auto or an object with the type server_vad.',
    );
  }
}

function readType(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && 'type' in value ? value.type : value;
  } catch {
    return undefined;
  }
}

function readFormat(text: string | undefined): ResponseFormat {
  if (text === undefined) return 'json';
  const format = responseFormats.find((known) => known === text);
  if (format !== undefined) return format;
  throw badField('response_format', `response_format must be one of ${responseFormats.join(', ')}.`);
}

/** Parses a language tag, or an English name known to Whisper. */
function readTag(field: 'language' | 'languages', given: string): string {
  const tag = readLanguageName(given);
  if (tag !== undefined) return tag;
  throw badField(field, `“${cleanName(given, 40)}” is not a language code. Use one such as en, de or pt-BR.`);
}

function readKeywords(given: readonly string[]): readonly string[] {
  if (given.length > maxVocabulary)
    throw badField('keywords', `keywords[] is limited to ${maxVocabulary} phrases.`);
  const { phrases, faults } = parseVocabulary(given);
  if (faults !== undefined) throw badField('keywords', faults.join(' '));
  return phrases;
}

/** Defaults to segments. */
function readTimes(given: readonly string[]): RequestOptions['times'] {
  const names = given.map((name) => name.trim());
  if (names.some((name) => !granularities.some((known) => known === name))) {
    throw badField('timestamp_granularities', 'timestamp_granularities[] must be word, segment or both.');
  }
  return { words: names.includes('word'), segments: names.length === 0 || names.includes('segment') };
}

function readInclude(given: readonly string[], format: ResponseFormat): boolean {
  if (given.some((name) => name.trim() !== 'logprobs')) {
    throw badField('include', 'include[] must be logprobs.');
  }
  if (given.length > 0 && format !== 'json') {
    throw badField('include', 'logprobs requires response_format json.');
  }
  return given.length > 0;
}

function readStream(text: string | undefined, format: ResponseFormat): boolean {
  const answer = /^(?:(true|1)|(?:false|0))$/i.exec(text ?? 'false');
  if (answer === null) throw badField('stream', 'stream must be true or false.');
  const isWanted = answer[1] !== undefined;
  if (isWanted && !streamedFormats.includes(format)) {
    const names = streamedFormats.join(', ');
    throw badField(
      'stream',
      `Streaming supports response_format ${names}. ${format} isn't available until the end.`,
    );
  }
  return isWanted;
}

/** True if a translation request may have a field of this name. */
export function isTranslationField(name: string): boolean {
  return Object.hasOwn(translationFields, name);
}

/** Parses a translation's fields, ignoring those of a transcription. Throws a `DialectError` for an invalid one. */
export function readTranslationOptions(
  given: ReadonlyArray<readonly [name: string, text: string]>,
): RequestOptions {
  const fields = given.filter(([name]) => isTranslationField(name));
  const format = fields.find(([name]) => name === 'response_format')?.[1].trim();
  if (format !== undefined && format !== '' && !translationFormats.some((known) => known === format)) {
    throw badField('response_format', `response_format must be one of ${translationFormats.join(', ')}.`);
  }
  return { ...readRequestOptions(fields), translate: true };
}
