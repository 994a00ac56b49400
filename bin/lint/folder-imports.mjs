/*
 * The folders of lib are layers: each names those that it may import, and none imports another back, not even a type. The
 * option is that list, by folder; modules directly in lib are open to all, and tests may import what they like.
 */

/** @typedef {import('./no-wall-clock.mjs').Rule} Rule */

/** @type {Rule} */
export const folderImports = {
  meta: {
    schema: [{ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }],
  },
  create(context) {
    const [allowed = {}] = /** @type {Record<string, string[]>[]} */ (context.options);
    const folder = /(?:^|\/)lib\/([^/]+)\//.exec(context.filename)?.[1];
    const isTest = /\.test\.tsx?$/.test(context.filename);
    if (folder === undefined || isTest) return {};
    const folders = allowed[folder];
    return {
      Program(node) {
        const message = `lib/${folder} is not in the list of folders of .oxlintrc.json: say what it may import.`;
        if (folders === undefined) context.report({ message, node });
      },
      ImportDeclaration: (node) => check(node),
      ExportNamedDeclaration: (node) => check(node),
      ExportAllDeclaration: (node) => check(node),
      ImportExpression(node) {
        if (node.source.type === 'Literal') check({ ...node, source: node.source });
      },
    };

    /** @param {any} node An import or export; only its source and place are read. */
    function check(node) {
      const other = /^#lib\/([^/]+)\//.exec(String(node.source?.value ?? ''))?.[1];
      if (other === undefined || other === folder || folders?.includes(other)) return;
      context.report({ message: `lib/${folder} does not import lib/${other}.`, node });
    }
  },
};
