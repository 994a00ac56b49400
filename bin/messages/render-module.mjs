import { isLiteralElement } from '@formatjs/icu-messageformat-parser';
import { listArguments } from './list-arguments.mjs';

/** @typedef {import('./read-catalogue.mjs').Feature} Feature */
/** @typedef {import('./read-catalogue.mjs').Message} Message */

const banner = '/* Compiled from messages/: `npm run messages`. */';
/** The folder of single messages, as modules import it. */
const single = '#messages/single';

/**
 * Renders a feature's messages as TypeScript modules by path: a function for each message, typed by its arguments. Each
 * message has a module of its own, so that a page loads only the messages that it uses. Missing translations fall back
 * to the source language.
 * @param {string} feature
 * @param {Map<string, Feature>} languages The feature in every language, the source language first.
 * @returns {Map<string, string>}
 */
export function renderModules(feature, languages) {
  const [source = new Map(), ...rest] = languages.values();
  const tags = [...languages.keys()];
  /** @type {(message: Message, find: (feature: Feature) => Message | undefined) => string} */
  const render = (message, find) =>
    renderMessage(tags, [message, ...rest.map((translated) => find(translated) ?? message)]);
  const modules = [...source].map(([key, value]) => {
    if (!(value instanceof Map)) {
      const rendered = render(value, (translated) => {
        const found = translated.get(key);
        return found instanceof Map ? undefined : found;
      });
      return renderOne(
        `${feature}/${key}`,
        `/** ${comment(value.source)} */\nexport const ${key} = ${rendered};`,
      );
    }
    const members = [...value].map(([name, message]) => {
      const rendered = render(message, (translated) => {
        const group = translated.get(key);
        return group instanceof Map ? group.get(name) : undefined;
      });
      return `  /** ${comment(message.source)} */\n  ${JSON.stringify(name)}: ${rendered},`;
    });
    return renderOne(`${feature}/${key}`, `export const ${key} = {\n${members.join('\n')}\n};`);
  });
  const exported = [...source.keys()].map((key) => `export { ${key} } from '${single}/${feature}/${key}';`);
  return new Map([[`${feature}.ts`, `${banner}\n${exported.join('\n')}\n`], ...modules]);
}

/**
 * @param {string} name
 * @param {string} body
 * @returns {[path: string, content: string]}
 */
function renderOne(name, body) {
  const builders = ['message', 'text'].filter((one) => new RegExp(`PURE__ \\*/ ${one}\\b`).test(body));
  const imports = `import { ${builders.join(', ')} } from '#lib/messages/message';`;
  return [`single/${name}.ts`, `${banner}\n${imports}\n\n${body}\n`];
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
