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
 * What each function over a transcript costs at worst: a search with a seed looks for the input of a small size that takes
 * the most processor time, and that one is measured at n, 2n, 4n and 8n, which is the largest that a save may hold. Where the
 * time more than doubles with the size, a function costs more than it says.
 */

const sizes = [1 / 8, 1 / 4, 1 / 2, 1];
/** What the search tries is so much smaller than the largest. */
const searched = 1 / 128;
/** After so many milliseconds larger ones are not tried. */
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

/** The genome whose input takes the longest: each round changes the worst so far, or begins anew. */
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

/** Processor time, which other work on the machine changes least; also that of refusing what is beyond a limit. */
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
