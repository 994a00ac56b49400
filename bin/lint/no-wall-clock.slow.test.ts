import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

/* The rule as `npm run verify` runs it: by oxlint, on files of tests. */

const allowed = [
  'await waitFor("the job to end", ask);',
  'const expiresAt = new Date(Date.now() + 3600_000);',
  'const before = new Date(Date.now() - 25 * 3600_000);',
  'socket.setTimeout(1000, end);',
  'mock.timers.enable({ apis: ["setTimeout"] });',
  'context.setDefaultTimeout(ceilingMs);',
  'const [from, to] = range; assert.ok(to - from < 5);',
  '// oxlint-disable-next-line longhand/no-wall-clock -- the peer answers late on purpose\nsetTimeout(answer, 20);',
];

const refused = [
  'await page.waitForTimeout(300);',
  'import { setTimeout as sleep } from "node:timers/promises";',
  'await new Promise((resolve) => { setTimeout(resolve, 50); });',
  'globalThis.setInterval(look, 50);',
  'while (Date.now() < until) look();',
  'const began = performance.now(); await save(); assert.ok(end - began < 5000);',
  'let began; began = Date.now(); check(() => later - began);',
  'const hours = Date.parse(until) - Date.now();',
  'const late = new Date().getTime() - expiresAt;',
  'await button.click({ timeout: 60_000 });',
  'page.setDefaultTimeout(20_000);',
  '// oxlint-disable-next-line longhand/no-wall-clock\nsetTimeout(answer, 20);',
];

/** Which of these texts the rule complains of, each as a file of its own. */
function complaintsOf(texts: string[]): boolean[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-rule-'));
  try {
    const plugin = path.resolve('bin/lint/plugin.mjs');
    const config = {
      jsPlugins: [plugin],
      categories: { correctness: 'off' },
      rules: { 'longhand/no-wall-clock': 'error' },
    };
    writeFileSync(path.join(folder, 'rules.json'), JSON.stringify(config));
    for (const [i, text] of texts.entries()) writeFileSync(path.join(folder, `text-${i}.ts`), `${text}\n`);
    const output = lint(['-c', path.join(folder, 'rules.json'), '--format=json', folder]);
    const { diagnostics } = JSON.parse(output) as { diagnostics: Array<{ filename: string; code: string }> };
    return texts.map((_, i) =>
      diagnostics.some(
        ({ filename, code }) => filename.endsWith(`text-${i}.ts`) && code.includes('no-wall-clock'),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lint(parameters: string[]): string {
  try {
    return execFileSync('node_modules/.bin/oxlint', parameters, { encoding: 'utf8' });
  } catch (error) {
    // It has found something.
    return (error as { stdout: string }).stdout;
  }
}

test('sleeps, measured lengths, ceilings of one’s own and exceptions without a reason are found', () => {
  assert.deepEqual(
    complaintsOf(refused),
    refused.map(() => true),
  );
});

test('waits for conditions, moments and exceptions with a reason are allowed', () => {
  assert.deepEqual(
    complaintsOf(allowed),
    allowed.map(() => false),
  );
});
