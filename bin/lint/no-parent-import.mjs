/*
 * A file of another folder is imported by its full name (`#lib/…`, `#bin/…`), so that a file can be moved, and found, by searching
 * for one text. Files of the same folder and below are imported by `./`.
 */

/** @typedef {import('./no-wall-clock.mjs').Rule} Rule */

const message = 'Import files of other folders by their full name (`#lib/…`), not by `../`.';

/** @type {Rule} */
export const noParentImport = {
  create(context) {
    /** @param {any} node An import or export; only its source is read. */
    const check = (node) => {
      if (String(node.source?.value ?? '').startsWith('../')) context.report({ message, node });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
