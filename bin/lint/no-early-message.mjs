/*
 * One server answers readers of every language, so a message, a number or a date is put into words when it is shown, never when a
 * module is loaded: it would stay in the language of the first request.
 */

/** @typedef {import('./no-wall-clock.mjs').Rule} Rule */

const message =
  'Put this into words when it is shown: at the top of a module it stays in the first reader’s language.';

/** @type {Rule} */
export const noEarlyMessage = {
  create(context) {
    /** Names of imported messages and formatters. @type {Set<string>} */
    const wordings = new Set();
    let depth = 0;
    const enter = () => {
      depth += 1;
    };
    const leave = () => {
      depth -= 1;
    };
    return {
      ImportDeclaration(node) {
        if (!/^#(messages\/|lib\/messages\/format$)/.test(node.source.value)) return;
        for (const { local } of node.specifiers) wordings.add(local.name);
      },
      CallExpression(node) {
        if (depth > 0) return;
        let { callee } = node;
        while (callee.type === 'MemberExpression') callee = callee.object;
        if (callee.type === 'Identifier' && wordings.has(callee.name)) context.report({ message, node });
      },
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
    };
  },
};
