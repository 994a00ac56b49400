import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDefaultTemplate } from '#lib/transcript/text/export-template';

test('the paper of a new document is that of the reader’s region', () => {
  const papers = ['en-US', 'en', 'es-MX', 'fr-CA', 'en-GB', 'de', 'de-AT', 'es'];
  assert.deepEqual(
    papers.map((locale) => getDefaultTemplate(locale).paper),
    ['letter', 'letter', 'letter', 'letter', 'a4', 'a4', 'a4', 'a4'],
  );
});
