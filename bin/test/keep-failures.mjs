import { afterEach } from 'node:test';

/*
 * Loaded before a suite: of each test that fails, what helps to understand it is kept. What keeps it is loaded only then,
 * so that pure tests don't load a browser.
 */
afterEach(async (context) => {
  if (!('error' in context) || context.error == null) return;
  const { keepEvidence } = await import('#e2e/support/keep-evidence');
  await keepEvidence(context.name, context.error);
});
