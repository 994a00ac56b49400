/* Reports each text of two or more words, with "…" for interpolated values, to list all wording. Skips SQL. */

/** @typedef {import('../lint/no-wall-clock.mjs').Rule} Rule */

/** @type {Rule} */
const wording = {
  create(context) {
    return {
      Literal(node) {
        if (typeof node.value === 'string' && isWording(node.value)) {
          context.report({ message: toLine(node.value), node });
        }
      },
      TemplateLiteral(node) {
        const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
        if (node.parent.type === 'TaggedTemplateExpression' || !isWording(text)) return;
        context.report({ message: toLine(text), node });
      },
    };
  },
};

/** @param {string} text */
function toLine(text) {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** @param {string} text */
function isWording(text) {
  const isSql = /^\s*(select|insert|update|delete|create|alter|drop|with|set|grant) /i.test(text);
  return !isSql && /\p{L}{2}\S*\s\S*\p{L}{2}/u.test(text);
}

export default { meta: { name: 'wording' }, rules: { wording } };
