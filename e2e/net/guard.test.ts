import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNamespace, whyNoNamespace } from '#e2e/support/net/enter-namespace';

// Only with --all: makes a network of its own.

test(
  'no address that a client submits reaches what the operator did not offer',
  { skip: whyNoNamespace() ?? false },
  async () => {
    const { code, output } = await runInNamespace('e2e/support/net/inside-namespace.ts');
    assert.equal(code, 0, `what the tests in the namespace printed:\n${output}`);
  },
);
