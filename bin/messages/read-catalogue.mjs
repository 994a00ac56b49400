import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { listFiles } from '#bin/list-files.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {{ source: string, elements: Element[] }} Message One message in one language. */
/** @typedef {Map<string, Message | Map<string, Message>>} Feature Messages, and groups of messages, by name. */
/** @typedef {Map<string, Feature>} Language The features of one language, by name: `jobs`, `editor/player`. */

/** The source language of messages, and the fallback for readers of other languages. */
export const sourceLanguage = 'en';

/**
 * Reads `<folder>/<language>/<feature>.json` of all languages, the source language first. Throws if a file or message
 * is malformed.
 * @param {string} [folder]
 * @returns {Map<string, Language>}
 */
export function readCatalogue(folder = 'messages') {
  /** @type {Map<string, Language>} */
  const catalogue = new Map([[sourceLanguage, new Map()]]);
  for (const file of listFiles(folder).filter((file) => file.endsWith('.json'))) {
    const [tag = '', ...rest] = path.relative(folder, file).split(path.sep);
    const language = catalogue.get(tag) ?? new Map();
    catalogue.set(tag, language);
    language.set(rest.join('/').replace(/\.json$/, ''), readFeature(file, tag));
  }
  return catalogue;
}

/**
 * @param {string} file
 * @param {string} tag
 * @returns {Feature}
 */
function readFeature(file, tag) {
  /** @type {Record<string, string | Record<string, string>>} */
  const content = JSON.parse(readFileSync(file, 'utf8'));
  const locale = new Intl.Locale(tag);
  /** @type {(key: string, source: unknown) => Message} */
  const read = (key, source) => {
    if (typeof source !== 'string') throw new Error(`${file}: ${key} is not a string`);
    try {
      return { source, elements: parse(source, { ignoreTag: true, requiresOtherClause: true, locale }) };
    } catch (error) {
      throw new Error(`${file}: ${key} is not an ICU message: ${String(error)}`, { cause: error });
    }
  };
  /** @type {Feature} */
  const feature = new Map();
  for (const [key, value] of Object.entries(content)) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(key)) throw new Error(`${file}: ${key} is not a name in camelCase`);
    if (typeof value === 'string') {
      feature.set(key, read(key, value));
    } else {
      const group = Object.entries(value).map(([name, source]) => [name, read(`${key}.${name}`, source)]);
      feature.set(key, new Map(/** @type {Array<[string, Message]>} */ (group)));
    }
  }
  return feature;
}
