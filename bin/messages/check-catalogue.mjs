import { readFileSync } from 'node:fs';
import { listFiles } from '#bin/list-files.mjs';
import { listArguments } from './list-arguments.mjs';

/** @typedef {import('./read-catalogue.mjs').Language} Language */
/** @typedef {import('./read-catalogue.mjs').Message} Message */
/** @typedef {{ file: string, text: string }} Source */

const folders = ['app', 'bin', 'components', 'lib'];

/** Reads the sources that may show messages. A message that only a test shows is unused. */
export function readSources() {
  return folders
    .flatMap((folder) => listFiles(folder))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/**
 * Lists faults of the catalogue: missing and surplus messages of a language, arguments that differ between languages,
 * and unused messages.
 * @param {Map<string, Language>} catalogue
 * @param {Source[]} sources
 * @returns {string[]}
 */
export function checkCatalogue(catalogue, sources) {
  const [[, source] = ['', new Map()], ...others] = [...catalogue];
  const messages = flatten(source);
  const faults = others.flatMap(([tag, language]) => compare(messages, flatten(language), tag));
  return [...faults, ...findUnused(messages, sources)];
}

/**
 * @param {Map<string, Message>} source
 * @param {Map<string, Message>} translated
 * @param {string} tag
 */
function compare(source, translated, tag) {
  const missing = [...source.keys()].filter((key) => !translated.has(key));
  const surplus = [...translated.keys()].filter((key) => !source.has(key));
  const different = [...source.keys()].filter(
    (key) => translated.has(key) && describe(source.get(key)) !== describe(translated.get(key)),
  );
  return [
    ...missing.map((key) => `${tag}: ${key} is missing`),
    ...surplus.map((key) => `${tag}: ${key} is in no other language`),
    ...different.map(
      (key) =>
        `${tag}: ${key} takes ${describe(translated.get(key))}, the source ${describe(source.get(key))}`,
    ),
  ];
}

/**
 * @param {Map<string, Message>} messages
 * @param {Source[]} sources
 */
function findUnused(messages, sources) {
  const used = new Set();
  const faults = [];
  for (const { file, text } of sources) {
    const imports = [...text.matchAll(/import \* as (\w+) from '#messages\/([^']+)'/g)];
    const all = [...text.matchAll(/(?:from|import\()\s*'#messages\/(?!languages')/g)];
    if (all.length > imports.length) faults.push(`${file}: import messages as \`import * as texts\``);
    for (const [, name, feature] of imports) {
      for (const [, key] of text.matchAll(new RegExp(`\\b${name}\\s*\\.(\\w+)`, 'g')))
        used.add(`${feature} ${key}`);
    }
  }
  const unused = [...messages.keys()].filter((key) => !used.has(key.split('.')[0]));
  return [...faults, ...unused.map((key) => `${key} is not used`)];
}

/**
 * Returns all messages by feature and key, including the name in a group: `account failures.invalid_media`.
 * @param {Language} language
 * @returns {Map<string, Message>}
 */
function flatten(language) {
  const found = new Map();
  for (const [feature, entries] of language) {
    for (const [key, value] of entries) {
      if (!(value instanceof Map)) found.set(`${feature} ${key}`, value);
      else for (const [name, message] of value) found.set(`${feature} ${key}.${name}`, message);
    }
  }
  return found;
}

/** @param {Message | undefined} message */
function describe(message) {
  const found = [...listArguments(message?.elements ?? [])].map(([name, type]) => `${name}: ${type}`);
  return found.length === 0 ? 'nothing' : found.join(', ');
}
