import { TYPE } from '@formatjs/icu-messageformat-parser';

/** @typedef {import('./read-catalogue.mjs').Element} Element */
/** @typedef {'string' | 'number' | 'boolean'} ArgumentType */

/**
 * Lists a message's arguments with their types, by name. Throws if a number is shown unformatted.
 * @param {Element[]} elements
 * @returns {Map<string, ArgumentType>}
 */
export function listArguments(elements) {
  /** @type {Map<string, ArgumentType>} */
  const found = new Map();
  for (const [name, type] of walk(elements)) {
    const known = found.get(name) ?? type;
    if (known !== type)
      throw new Error(`{${name}} is a ${known} and a ${type}: write {${name}, number} or #`);
    found.set(name, type);
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param {Element[]} elements
 * @returns {Generator<[string, ArgumentType]>}
 */
function* walk(elements) {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.argument:
        yield [element.value, 'string'];
        break;
      case TYPE.number:
        yield [element.value, 'number'];
        break;
      case TYPE.plural:
        yield [element.value, 'number'];
        for (const { value } of Object.values(element.options)) yield* walk(value);
        break;
      case TYPE.select: {
        const names = Object.keys(element.options).filter((name) => name !== 'other');
        const isYesOrNo = names.length > 0 && names.every((name) => name === 'true' || name === 'false');
        yield [element.value, isYesOrNo ? 'boolean' : 'string'];
        for (const { value } of Object.values(element.options)) yield* walk(value);
        break;
      }
      case TYPE.date:
      case TYPE.time:
      case TYPE.tag:
      default:
        throw new Error('dates and tags are formatted outside: pass the text as an argument');
    }
  }
}
