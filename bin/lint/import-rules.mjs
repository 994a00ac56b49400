/** @typedef {import('./no-wall-clock.mjs').Rule} Rule */

/* Client components import only pure modules, and reach the server by actions. Bundlers don't report heavy imports. */

const clientMessage =
  'A client component imports only what is pure (lib/transcript, lib/messages), and actions.';
const isServers = (/** @type {string} */ source) =>
  /^(#drizzle\/|#lib\/(?!transcript\/|messages\/)[^/]+\/)/.test(source);

/** @type {Rule} */
export const clientImports = {
  create(context) {
    let isClient = false;
    /** @param {any} node An import or export; only its source is read. */
    const check = (node) => {
      if (isClient && isServers(String(node.source?.value ?? '')))
        context.report({ message: clientMessage, node });
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

/* The folders of lib are layers, and the option lists allowed imports. All may import modules directly in lib. */

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

/* Files of other folders are imported by full name (`#lib/…`), easy to move and find, and own ones by `./`. */

const parentMessage = 'Import files of other folders by their full name (`#lib/…`), not by `../`.';

/** @type {Rule} */
export const noParentImport = {
  create(context) {
    /** @param {any} node An import or export; only its source is read. */
    const check = (node) => {
      if (String(node.source?.value ?? '').startsWith('../'))
        context.report({ message: parentMessage, node });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
