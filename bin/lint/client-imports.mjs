/*
 * A page's client components are in a browser: of lib they import what is pure, and what the server does they reach through
 * actions. A bundler finds only imports that can't run there, not those that are merely heavy.
 */

/** @typedef {import('./no-wall-clock.mjs').Rule} Rule */

const message = 'A client component imports only what is pure (lib/transcript, lib/messages), and actions.';
const isServers = (/** @type {string} */ source) =>
  /^(#drizzle\/|#lib\/(?!transcript\/|messages\/)[^/]+\/)/.test(source);

/** @type {Rule} */
export const clientImports = {
  create(context) {
    let isClient = false;
    /** @param {any} node An import or export; only its source is read. */
    const check = (node) => {
      if (isClient && isServers(String(node.source?.value ?? ''))) context.report({ message, node });
    };
    return {
      Program(node) {
        isClient = node.body.some(
          (/** @type {any} */ { type, directive }) =>
            type === 'ExpressionStatement' && directive === 'use client',
        );
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
