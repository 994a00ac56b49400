import { clientImports, folderImports, noParentImport } from './import-rules.mjs';
import { noEarlyMessage, noLiteralText } from './message-rules.mjs';
import { noWallClock } from './no-wall-clock.mjs';

/** Longhand's own rules for oxlint. */
export default {
  meta: { name: 'longhand' },
  rules: {
    'client-imports': clientImports,
    'folder-imports': folderImports,
    'no-early-message': noEarlyMessage,
    'no-literal-text': noLiteralText,
    'no-parent-import': noParentImport,
    'no-wall-clock': noWallClock,
  },
};
