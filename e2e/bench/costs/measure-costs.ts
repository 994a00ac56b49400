import { parseArgs } from 'node:util';
import { formatTable, note, rows } from '#e2e/bench/note';
import { Refusal } from '#lib/refusal';
import { functions } from './functions';
import {
  describeGenome,
  makeGenome,
  makeInput,
  mutate,
  seedRandom,
  type Genome,
  type Input,
} from './make-input';

/*
 * The worst-case cost of each transcript function: a seeded search finds the small input with the highest CPU time,
 * which is then measured at n, 2n, 4n and 8n, the largest size that a save may hold. If time more than doubles with
 * size, a function has a higher complexity than it claims.
 */

const sizes = [1 / 8, 1 / 4, 1 / 2, 1];
/** The size of the search's inputs, relative to the largest. */
const searched = 1 / 128;
/** Above this time, in milliseconds, larger inputs are skipped. */
const patienceMs = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '60' } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
const unknown = positionals.filter((name) => functions[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no function ${unknown.join(', ')}; there are ${Object.keys(functions).join(', ')}`);

for (const [name, prepare] of Object.entries(functions)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const worst = await findWorst(prepare);
  const times: number[] = [];
  for (const size of sizes) {
    times.push(await measureMs(prepare, makeInput(worst, size, seed)));
    if ((times.at(-1) ?? 0) > patienceMs) break;
  }
  const growth = times.slice(1).map((ms, i) => (ms / Math.max(1, times[i] ?? 1)).toFixed(1));
  note(
    `${name}: ${describeGenome(worst)}`,
    `${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    `by ${growth.join(', ')} per doubling`,
  );
}
for (const line of formatTable(rows)) console.log(line);

/** Finds the slowest genome: each round mutates the worst so far, or starts over. */
async function findWorst(prepare: (input: Input) => () => unknown): Promise<Genome> {
  const random = seedRandom(seed);
  let worst = makeGenome(random);
  let worstMs = -1;
  for (let round = 0; round < rounds; round++) {
    const genome = round % 3 === 0 ? makeGenome(random) : mutate(worst, random);
    const ms = await measureMs(prepare, makeInput(genome, searched, seed));
    if (ms > worstMs) [worst, worstMs] = [genome, ms];
  }
  return worst;
}

/** CPU time, which other load on the machine affects least. Refusing input beyond a limit counts, too. */
async function measureMs(prepare: (input: Input) => () => unknown, input: Input): Promise<number> {
  const work = prepare(input);
  const began = process.cpuUsage();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
