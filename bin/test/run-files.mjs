import path from 'node:path';
import { after, afterEach, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endAll } from '#e2e/support/at-end';

/* The process of a suite runs this: the test files that LONGHAND_TEST_FILES names, each source and what was built of it. */

/** @type {Array<[source: string, built: string]>} */
const files = JSON.parse(process.env['LONGHAND_TEST_FILES'] ?? '[]');
after(endAll);

const seed = process.env['LONGHAND_TEST_SEED'];
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}

/** @param {string} built */
const load = (built) => import(pathToFileURL(path.resolve(built)).href);

/**
 * Keeps evidence of each test that fails. Called before a file registers its own hooks: those close the pages.
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
  // The hooks of a file are called for its own tests only, one after the other. Node would take the tests after a top-level await for
  // those of another file, so here no file has one.
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
