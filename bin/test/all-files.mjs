import path from 'node:path';
import { pathToFileURL } from 'node:url';

// The test files that LONGHAND_TEST_FILES names, in one process.
/** @type {string[]} */
const files = JSON.parse(process.env['LONGHAND_TEST_FILES'] ?? '[]');
for (const file of files) await import(pathToFileURL(path.resolve(file)).href);
