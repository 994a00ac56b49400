/*
 * A test that sleeps or measures time fails on a slower machine. This rule finds both. An exception states its reason:
 * `// oxlint-disable-next-line longhand/no-wall-clock -- the peer answers late on purpose`
 */

/** @typedef {Extract<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { create: unknown }>} Rule */
/** @typedef {NonNullable<ReturnType<Rule['create']>['BinaryExpression']>} OfBinary */
/** @typedef {NonNullable<ReturnType<Rule['create']>['CallExpression']>} OfCall */
/** @typedef {Parameters<OfBinary>[0]['left'] | Parameters<OfCall>[0]['arguments'][number]} Node */

const sleeps = 'A test waits for a condition (`waitFor`), never for a time.';
const measures =
  'A test does not ask how long something took: show it by order and cause, or measure it in e2e/bench.';
const ownCeiling = 'All waits have one ceiling (`ceilingMs` of e2e/support/wait.ts), none has its own.';
const noReason =
  'An exception names its reason: `// oxlint-disable-next-line longhand/no-wall-clock -- why`.';

const timers = new Set(['setTimeout', 'setInterval']);
const orders = new Set(['-', '<', '<=', '>', '>=']);

/** @type {Rule} */
export const noWallClock = {
  create(context) {
    /** The variables that hold a moment, by name. @type {Set<string>} */
    const moments = new Set();
    /** @param {Node | null | undefined} node */
    const isMoment = (node) => isClockRead(node) || (node?.type === 'Identifier' && moments.has(node.name));
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const { value } = comment;
          if (!/(ox|es)lint-disable.*longhand\/no-wall-clock/.test(value)) continue;
          if (!/ -- \S+ \S+/.test(value)) context.report({ message: noReason, node: comment });
        }
      },
      ImportDeclaration(node) {
        if (/^(node:)?timers\/promises$/.test(node.source.value)) context.report({ message: sleeps, node });
      },
      VariableDeclarator(node) {
        if (node.id.type === 'Identifier' && isClockRead(node.init)) moments.add(node.id.name);
      },
      AssignmentExpression(node) {
        if (node.left.type === 'Identifier' && isClockRead(node.right)) moments.add(node.left.name);
      },
      CallExpression(node) {
        const name = calledName(node.callee);
        if (name === 'waitForTimeout' || timers.has(name ?? '')) context.report({ message: sleeps, node });
        if (name === 'setDefaultTimeout' && isNumber(node.arguments[0])) {
          context.report({ message: ownCeiling, node });
        }
        for (const argument of node.callee.type === 'MemberExpression' ? node.arguments : []) {
          if (argument.type !== 'ObjectExpression') continue;
          const own = argument.properties.find(isTimeout);
          if (own !== undefined) context.report({ message: ownCeiling, node: own });
        }
      },
      BinaryExpression(node) {
        if (!orders.has(node.operator)) return;
        // A time an hour ago is a point in time, not a duration.
        if (node.operator === '-' && isMoment(node.left) && isNumber(node.right)) return;
        if (isMoment(node.left) || isMoment(node.right)) context.report({ message: measures, node });
      },
    };
  },
};

/**
 * True for `Date.now()`, `performance.now()`, `new Date()` or its `getTime()`.
 * @param {Node | null | undefined} node
 * @returns {boolean}
 */
function isClockRead(node) {
  if (node?.type === 'NewExpression') {
    return node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0;
  }
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  if (property.type !== 'Identifier') return false;
  if (property.name === 'getTime') return isClockRead(object);
  return property.name === 'now' && object.type === 'Identifier' && /^(Date|performance)$/.test(object.name);
}

/**
 * Returns the name of a called function, or of a method of a page or the global object: a socket has its own
 * `setTimeout`.
 * @param {Node} callee
 * @returns {string | undefined}
 */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const { object, property } = callee;
  if (!timers.has(property.name)) return property.name;
  return object.type === 'Identifier' && /^(globalThis|window)$/.test(object.name)
    ? property.name
    : undefined;
}

/**
 * True for a number, or arithmetic of only numbers.
 * @param {Node | undefined} node
 * @returns {boolean}
 */
function isNumber(node) {
  if (node?.type === 'BinaryExpression') {
    return node.left.type !== 'PrivateIdentifier' && isNumber(node.left) && isNumber(node.right);
  }
  return node?.type === 'Literal' && typeof node.value === 'number';
}

/** @param {Extract<Node, { type: 'ObjectExpression' }>['properties'][number]} property */
function isTimeout(property) {
  return (
    property.type === 'Property' &&
    property.key.type === 'Identifier' &&
    property.key.name === 'timeout' &&
    isNumber(property.value)
  );
}
