import { parseArgs } from 'node:util';
import { formatTable, rows } from './bench/note';
import { scenarios } from './faults/scenarios';
import { runScenarios } from '#e2e/support/faults/run-scenarios';
import { withOwnPostgres } from '#e2e/support/with-own-postgres';

/*
 * Harms a service in many ways, and checks the invariants after each. Measurements are printed beside their bounds.
 * Fails for a broken invariant, and for a figure beyond its bound; the short form measures too little to judge figures.
 * The same seed makes the same choices.
 */

const names = Object.keys(scenarios);
const usage = `Usage: npm run faults -- [--seed NUMBER] [--short] [--minutes NUMBER] [SCENARIO…]\nScenarios: ${names.join(', ')}`;

const { seed, minutes, short, positionals } = readParameters();
console.error(`Seed: ${seed}`);

await withOwnPostgres(async () => {
  const chosen = Object.entries(scenarios).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  const run = { seed, short, minutes };
  const { failed, beyond } = await runScenarios(Object.fromEntries(chosen), run);
  console.log(`\nSeed: ${seed}`);
  for (const line of formatTable(rows, beyond)) console.log(line);
  if (beyond.size > 0) console.log('\nBeyond their bounds:');
  for (const [{ figure, measured, floor }, name] of beyond) {
    console.log(`${name}: ${figure}: ${measured}, not ${floor}`);
  }
  process.exitCode = failed.length + beyond.size > 0 ? 1 : 0;
});

/** Reads the parameters. A wrong one ends the process with one line and the usage. */
function readParameters() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
        short: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '30' },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit();
    }
    const unknown = positionals.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.`);
    const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
    if (!Number.isSafeInteger(seed) || !(minutes > 0)) {
      throw new Error('--seed must be an integer, and --minutes a number above 0.');
    }
    return { seed, minutes, short: values.short, positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return process.exit(1);
  }
}
