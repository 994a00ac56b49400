import { isLiteralElement } from '@formatjs/icu-messageformat-parser';
import { listArguments } from './list-arguments.mjs';

/** @typedef {import('./read-catalogue.mjs').Feature} Feature */
/** @typedef {import('./read-catalogue.mjs').Message} Message */

const banner = '/* Compiled from messages/: `npm run messages`. */';

/**
 * Renders a feature's messages as TypeScript: one function each, typed by its arguments. Missing translations fall back
 * to the source language.
 * @param {Map<string, Feature>} languages The feature in every language, the source language first.
 */
export function renderModule(languages) {
  const [source = new Map(), ...rest] = languages.values();
  const tags = [...languages.keys()];
  const lines = [...source].map(([key, value]) => {
    /** @type {(message: Message, find: (feature: Feature) => Message | undefined) => string} */
    const render = (message, find) =>
      renderMessage(tags, [message, ...rest.map((feature) => find(feature) ?? message)]);
    if (!(value instanceof Map)) {
      const rendered = render(value, (feature) => {
        const found = feature.get(key);
        return found instanceof Map ? undefined : found;
      });
      return `/** ${comment(value.source)} */\nexport const ${key} = ${rendered};`;
    }
    const members = [...value].map(([name, message]) => {
      const rendered = render(message, (feature) => {
        const group = feature.get(key);
        return group instanceof Map ? group.get(name) : undefined;
      });
      return `  /** ${comment(message.source)} */\n  ${JSON.stringify(name)}: ${rendered},`;
    });
    return `export const ${key} = {\n${members.join('\n')}\n};`;
  });
  const body = lines.join('\n');
  const builders = ['message', 'text'].filter((name) => new RegExp(`PURE__ \\*/ ${name}\\b`).test(body));
  return `${banner}\nimport { ${builders.join(', ')} } from '#lib/messages/message';\n\n${body}\n`;
}

/** @param {string[]} tags */
export function renderLanguages(tags) {
  return `${banner}\nexport const languages = ${JSON.stringify(tags)} as const;\n`;
}

/**
 * @param {string[]} tags
 * @param {Message[]} messages The message in each of the languages.
 */
function renderMessage(tags, messages) {
  const [source] = messages;
  const types = [...listArguments(source?.elements ?? [])].map(([name, type]) => `${name}: ${type}`);
  const texts = messages.map(({ elements }) => (types.length === 0 ? joinLiterals(elements) : elements));
  const entries = texts.map((text, i) => `${JSON.stringify(tags[i])}: ${JSON.stringify(text)}`);
  const builder = types.length === 0 ? 'text' : `message<{ ${types.join('; ')} }>`;
  return `/* @__PURE__ */ ${builder}({ ${entries.join(', ')} })`;
}

/** @param {Message['elements']} elements */
function joinLiterals(elements) {
  return elements.map((element) => (isLiteralElement(element) ? element.value : '')).join('');
}

/** @param {string} source */
function comment(source) {
  return source.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /');
}
