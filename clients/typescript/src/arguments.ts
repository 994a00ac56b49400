import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { UploadOptions } from './library/contract.ts';
import { formatNames, isFormatName, type FormatName } from './library/formats.ts';
import { exitCodes, Stop } from './stop.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const common = { help: flag, host: text, 'key-file': text } as const;
const recognition = {
  ...{ language: text, speakers: text, vocabulary: texts, engine: text, option: texts },
} as const;
const work = {
  ...{ format: texts, out: text, overwrite: flag, parallel: text, state: text, json: flag },
  ...{ ...recognition, metadata: text, 'callback-url': text },
} as const;

const commandOptions = {
  transcribe: { ...common, ...work, transcript: text },
  watch: { ...common, ...work, recursive: flag, settle: text, once: flag },
  jobs: { ...common, limit: text, json: flag },
  get: { ...common, format: texts, out: text, overwrite: flag, original: flag, wait: flag },
  put: { ...common, 'accept-mismatch': flag },
  recognize: {
    ...{ ...common, ...recognition, wait: flag, json: flag },
    ...{ from: text, to: text, 'only-speakers': flag },
  },
} as const satisfies Record<string, ParseArgsConfig['options']>;

/** The name of a command. */
export type CommandName = keyof typeof commandOptions;

/** True if a word is the name of a command. */
export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commandOptions, word);
}

/** A command's arguments: its words, and its options by name. */
export interface Arguments {
  words: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  flag(name: string): boolean;
  /** Parses a number of at least `least`; stops at anything else. */
  number(name: string, rules: { least: number; otherwise: number }): number;
}

/** Parses a command's arguments; stops at unknown ones. */
export function readArguments(command: CommandName, args: string[]): Arguments {
  const { values, positionals } = parse(command, args);
  const get = (name: string) => (values as Record<string, unknown>)[name];
  const getText = (name: string) => {
    const value = get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    text: getText,
    texts: (name) => (get(name) ?? []) as string[],
    flag: (name) => get(name) === true,
    number(name, { least, otherwise }) {
      const value = getText(name);
      if (value === undefined) return otherwise;
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number) || number < least) {
        throw usage(`--${name} must be a number of at least ${least}.`);
      }
      return number;
    },
  };
}

function parse(command: CommandName, args: string[]) {
  try {
    return parseArgs({ args, options: commandOptions[command], allowPositionals: true });
  } catch (error) {
    throw usage(`${(error as Error).message.split('. ')[0] ?? ''}.`);
  }
}

/** An error about the usage of the command line. */
export function usage(message: string): Stop {
  return new Stop(exitCodes.usage, message);
}

/** The requested formats without duplicates; plain text by default. */
export function readFormats(given: Arguments): FormatName[] {
  const names = given.texts('format').flatMap((list) => list.split(','));
  const formats = names
    .map((name) => name.trim().toLowerCase())
    .map((name) => (name === 'text' ? 'txt' : name));
  const chosen = formats.map((name) => {
    if (isFormatName(name)) return name;
    throw usage(`Unknown format ${JSON.stringify(name)}. Use ${formatNames.join(', ')}.`);
  });
  return chosen.length === 0 ? ['txt'] : [...new Set(chosen)];
}

/** The API options given. */
export function readSubmissionOptions(given: Arguments): UploadOptions & Record<string, unknown> {
  const speakers = given.text('speakers');
  const vocabulary = given.texts('vocabulary');
  const others = given.texts('option').map((pair): [string, unknown] => {
    const [, name, value = ''] = /^([\w-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw usage(`--option must be NAME=VALUE, not ${JSON.stringify(pair)}.`);
    return [name, readValue(value)];
  });
  const named = {
    language: given.text('language'),
    speakers: speakers !== undefined && /^\d+$/.test(speakers) ? Number(speakers) : speakers,
    vocabulary: vocabulary.length === 0 ? undefined : vocabulary,
    engine: given.text('engine'),
    metadata: given.text('metadata'),
    callback_url: given.text('callback-url'),
  };
  const all = [...Object.entries(named), ...others].filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as UploadOptions & Record<string, unknown>;
}

function readValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
