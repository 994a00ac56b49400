import path from 'node:path';
import { after, afterEach, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endAll } from '#e2e/support/at-end';

/* The process of a suite runs this: the test files that LONGHAND_TEST_FILES names, each source and what was built of it. */

/** @type {Array<[source: string, built: string]>} */
const files = JSON.parse(process.env['LONGHAND_TEST_FILES'] ?? '[]');
after(endAll);

/** @param {string} built */
const load = (built) => import(pathToFileURL(path.resolve(built)).href);

/**
 * Of each test that fails, what helps to understand it is kept. Called before the hooks of a file, which close what is to be looked
 * at.
 * @param {string} name
 */
function keepEvidence(name) {
  afterEach(async (context) => {
    if (!('error' in context) || context.error == null) return;
    // Loaded only now, so that pure tests don't load a browser.
    const evidence = await import('#e2e/support/keep-evidence');
    await evidence.keepEvidence(name, context.name, context.error);
  });
}

if (files.every(([source]) => source.startsWith('e2e/'))) {
  // Their hooks are called for the tests of their file only, in the order in which it declares them. What a file awaited as it is
  // loaded would have its tests belong to the file that began that.
  for (const [source, built] of files) {
    describe(source, async () => {
      keepEvidence(source);
      await load(built);
    });
  }
} else {
  keepEvidence(process.env['LONGHAND_TEST_SUITE'] ?? 'suite');
  for (const [, built] of files) await load(built);
}
