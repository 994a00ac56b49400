import { outputs, type Output, type ParameterName } from '#lib/api/asr/contract';
import { badParameter, invalid, type Fault } from '#lib/api/asr/errors';
import { maxSpeakers, maxVocabulary } from '#lib/recognition/options/options';
import { parseVocabulary, readLanguageName } from '#lib/recognition/options/parse-options';
import { cleanName } from '#lib/transcript/clean-name';

/** The options of a request, without its file. */
export interface RequestOptions {
  /** True if the file has a media format; otherwise it is raw samples: 16 kHz, mono, 16 bits, little-endian. */
  encode: boolean;
  /** True to write the transcript in English, regardless of the spoken language. */
  translate: boolean;
  /** The spoken language as a BCP 47 tag; undefined to detect it. */
  language: string | undefined;
  prompt: string;
  hotwords: readonly string[];
  output: Output;
  words: boolean;
  /** The number of speakers to distinguish; undefined if the client doesn't ask for speakers. */
  speakers: 'auto' | number | undefined;
  /** The recording's name if the file has none; empty if not given. */
  name: string;
}

/** The parameters of a request, unparsed. */
export type GivenParameters = Partial<Record<string, string>>;

/** Parses the parameters of a request; empty ones count as left out. Throws a `DialectError` with every fault. */
export function readRequestOptions(given: GivenParameters): RequestOptions {
  const faults: Fault[] = [];
  const text = (name: ParameterName): string | undefined => given[name]?.trim() || undefined;
  const read = <Value>(name: ParameterName, parse: (text: string) => Value | Fault): Value | undefined => {
    const found = text(name);
    const value = found === undefined ? undefined : parse(found);
    if (!isFault(value)) return value;
    faults.push(value);
    return undefined;
  };
  const bool = (name: ParameterName): boolean | undefined => read(name, (found) => readBool(name, found));
  const count = (name: ParameterName): number | undefined => read(name, (found) => readCount(name, found));

  const [fewest, most] = [count('min_speakers'), count('max_speakers')];
  if (fewest !== undefined && most !== undefined && fewest > most) {
    faults.push(badParameter('max_speakers', 'max_speakers must be at least min_speakers.'));
  }
  bool('vad_filter');
  const requested: RequestOptions = {
    encode: bool('encode') ?? true,
    translate: read('task', readTask) === 'translate',
    language: read('language', readTag),
    prompt: text('initial_prompt') ?? '',
    hotwords: read('hotwords', readHotwords) ?? [],
    output: read('output', readOutput) ?? 'txt',
    words: bool('word_timestamps') ?? false,
    speakers: bool('diarize') === true ? (fewest === most ? (fewest ?? 'auto') : 'auto') : undefined,
    name: text('video_file') ?? '',
  };
  if (faults.length > 0) throw invalid(...faults);
  return requested;
}

function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'loc' in value;
}

/** Parses a boolean like pydantic. */
function readBool(name: ParameterName, text: string): boolean | Fault {
  if (/^(?:1|true|t|on|yes|y)$/i.test(text)) return true;
  if (/^(?:0|false|f|off|no|n)$/i.test(text)) return false;
  return badParameter(name, 'Input should be a valid boolean, unable to interpret input', 'bool_parsing');
}

function readCount(name: ParameterName, text: string): number | Fault {
  if (!/^[+-]?\d{1,9}$/.test(text)) {
    const message = 'Input should be a valid integer, unable to parse string as an integer';
    return badParameter(name, message, 'int_parsing');
  }
  const number = Number(text);
  return number >= 1 && number <= maxSpeakers
    ? number
    : badParameter(name, `${name} must be a whole number from 1 to ${maxSpeakers}.`);
}

function readTask(text: string): 'transcribe' | 'translate' | Fault {
  if (text === 'transcribe' || text === 'translate') return text;
  return badParameter('task', 'task must be transcribe or translate.');
}

function readTag(text: string): string | Fault {
  const shown = cleanName(text, 40);
  return (
    readLanguageName(text) ??
    badParameter('language', `“${shown}” is not a language code. Use one such as en, de or pt-BR.`)
  );
}

function readOutput(text: string): Output | Fault {
  const output = outputs.find((known) => known === text);
  return output ?? badParameter('output', `output must be one of ${outputs.join(', ')}.`);
}

/** Splits words and phrases at commas, semicolons and line feeds. */
function readHotwords(text: string): readonly string[] | Fault {
  const given = text
    .split(/[,;\n\u3001\uff0c]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
  if (given.length > maxVocabulary) {
    return badParameter('hotwords', `hotwords is limited to ${maxVocabulary} phrases.`);
  }
  const { phrases, faults } = parseVocabulary(given);
  return faults === undefined ? phrases : badParameter('hotwords', faults.join(' '));
}
