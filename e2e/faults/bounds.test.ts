import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTable, note, rows } from '#e2e/bench/note';
import { runScenarios } from '#e2e/support/faults/run-scenarios';

const scenarios = {
  quick: async () => note('Quick', '1 s', 'below 2 s', true),
  slow: async () => note('Slow', '3 s', 'below 2 s', false),
};
const run = { seed: 1, minutes: 0 };

test('a figure beyond its bound is found and marked in the long form, and not judged in the short one', async () => {
  const { failed, beyond } = await runScenarios(scenarios, { ...run, short: false });
  assert.deepEqual([failed, [...beyond.values()]], [[], ['slow']]);
  const marked = formatTable(rows, beyond).filter((line) => line.endsWith('BEYOND'));
  assert.deepEqual(marked, [formatTable(rows)[2]?.concat('  BEYOND')]);
  const short = await runScenarios(scenarios, { ...run, short: true });
  assert.deepEqual([short.failed, short.beyond.size], [[], 0]);
});
