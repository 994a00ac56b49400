import { note, rows, type Row } from '#e2e/bench/note';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import type { FaultRun, Scenario } from './fault-run';

/** Failures of a run: scenarios with broken invariants, and figures beyond their bounds, each with its scenario. */
export interface Outcome {
  failed: string[];
  beyond: Map<Row, string>;
}

/**
 * Runs scenarios one after the other, each with random choices from the seed. The short form measures too little to
 * judge figures.
 */
export async function runScenarios(
  scenarios: Record<string, Scenario>,
  { seed, ...run }: Omit<FaultRun, 'random'> & { seed: number },
): Promise<Outcome> {
  const outcome: Outcome = { failed: [], beyond: new Map() };
  for (const [name, scenario] of Object.entries(scenarios)) {
    console.error(`\n${name}`);
    const began = performance.now();
    const before = rows.length;
    try {
      await scenario({ ...run, random: randomFrom(seed) });
      note('… invariants', `hold, ${((performance.now() - began) / 1000).toFixed(0)} s`, 'hold');
    } catch (error) {
      console.error(error);
      outcome.failed.push(name);
      note('… scenario', `FAILED: ${name}`, 'hold');
    }
    if (run.short) continue;
    for (const row of rows.slice(before)) if (!row.isWithin) outcome.beyond.set(row, name);
  }
  return outcome;
}
