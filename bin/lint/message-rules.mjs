/*
 * Text for people must be a message, so that it can be translated. This rule finds literal text in JSX: between tags,
 * and in attributes that are shown or read aloud. Code to copy, keyboard keys and product names are the same in every
 * language.
 */

/** @typedef {import('./no-wall-clock.mjs').Rule} Rule */
/** @typedef {NonNullable<ReturnType<Rule['create']>['JSXAttribute']>} OfAttribute */
/** @typedef {NonNullable<ReturnType<Rule['create']>['JSXElement']>} OfElement */
/** @typedef {Parameters<OfElement>[0]} Element */
/** @typedef {Parameters<OfAttribute>[0]} Attribute */
/** @typedef {Extract<Element['children'][number], { type: 'JSXExpressionContainer' }>['expression']} Expression */

const textMessage =
  'Text that people read is a message: put it into messages/ and import it from `#messages/…`.';

const shown = new Set([
  'alt',
  'description',
  'error',
  'label',
  'lead',
  'placeholder',
  'title',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);

const code = new Set(['Code', 'code', 'kbd', 'Kbd', 'pre', 'samp', 'style']);

/** Names that aren't translated. */
const names = /\b(Longhand|OpenAPI|Word|PDF|JSON|SRT|VTT)\b/g;

/** @type {Rule} */
export const noLiteralText = {
  create(context) {
    /** Number of enclosing code elements. */
    let codeDepth = 0;

    return {
      JSXElement(node) {
        if (isCode(node)) codeDepth += 1;
        reportChildren(node);
      },
      'JSXElement:exit'(node) {
        if (isCode(node)) codeDepth -= 1;
      },
      JSXFragment(node) {
        reportChildren(node);
      },
      JSXAttribute(node) {
        if (node.name.type !== 'JSXIdentifier' || !shown.has(node.name.name)) return;
        if (node.value?.type === 'Literal' && isText(node.value.value))
          context.report({ message: textMessage, node });
        if (node.value?.type === 'JSXExpressionContainer') reportLiterals(node.value.expression);
      },
    };

    /** @param {Pick<Element, 'children'>} parent */
    function reportChildren({ children }) {
      if (codeDepth > 0) return;
      for (const child of children) {
        if (child.type === 'JSXText' && isText(child.value))
          context.report({ message: textMessage, node: child });
        if (child.type === 'JSXExpressionContainer') reportLiterals(child.expression);
      }
    }

    /**
     * Reports the possible text values of an expression.
     * @param {Expression} node
     */
    function reportLiterals(node) {
      switch (node.type) {
        case 'Literal':
          if (isText(node.value)) context.report({ message: textMessage, node });
          break;
        case 'TemplateLiteral':
          if (node.quasis.some(({ value }) => isText(value.cooked)))
            context.report({ message: textMessage, node });
          break;
        case 'ConditionalExpression':
          reportLiterals(node.consequent);
          reportLiterals(node.alternate);
          break;
        case 'LogicalExpression':
          reportLiterals(node.right);
          break;
        case 'BinaryExpression':
          if (node.operator === '+') {
            reportLiterals(node.left);
            reportLiterals(node.right);
          }
          break;
        default:
          break;
      }
    }
  },
};

/** @param {Element} node */
function isCode({ openingElement: { name } }) {
  return name.type === 'JSXIdentifier' && code.has(name.name);
}

/**
 * True if the text contains words other than names.
 * @param {unknown} value
 */
function isText(value) {
  return typeof value === 'string' && /\p{L}/u.test(value.replaceAll(names, ''));
}

/* Messages, numbers and dates must be formatted when shown: at module load, they would keep one reader's language. */

const earlyMessage =
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
        if (callee.type === 'Identifier' && wordings.has(callee.name))
          context.report({ message: earlyMessage, node });
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
