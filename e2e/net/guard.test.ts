import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNamespace, whyNoNamespace } from './enter-namespace';

test(
  'no address that a stranger submits reaches what the operator did not offer',
  { skip: whyNoNamespace() ?? false },
  async () => {
    const { code, output } = await runInNamespace('e2e/net/inside-namespace.ts');
    assert.equal(code, 0, `what the tests in the namespace printed:\n${output}`);
  },
);
