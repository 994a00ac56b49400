import { makeForecast, inMinutes } from './forecast';
import type { Cost } from './schedule';
import type { Suite } from './suites';

/** The lines of `npm test -- --list`: what `npm test` runs, what it leaves to `--all` and why, and how long each takes. */
export function listSuites(suites: Suite[], costs: Record<string, Cost>): string {
  const always = suites.filter(({ onlyWithAll }) => onlyWithAll === undefined);
  const others = suites.filter(({ onlyWithAll }) => onlyWithAll !== undefined);
  const time = (some: Suite[]) => inMinutes(foretell(some, costs));
  return [
    `npm test runs ${countSuites(always)}, about ${time(always)} on two quiet cores:`,
    ...always.map((suite) => `  ${describe(suite)}`),
    '',
    `npm test -- --all also runs ${countSuites(others)}, about ${time(others)} more:`,
    ...others.map((suite) => `  ${describe(suite)}: ${suite.onlyWithAll}`),
  ].join('\n');
}

/** The line of suites that `npm test` has not run, counted by their reasons. */
export function listUnrun(suites: Suite[]): string {
  const reasons = new Map<string, number>();
  for (const { onlyWithAll: reason = '' } of suites) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const counts = [...reasons]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} (${count})`);
  return (
    `Not run: ${countSuites(suites)} that only \`npm test -- --all\` runs: ${counts.join(', ')}. ` +
    '`npm test -- --list` names them.'
  );
}

const countSuites = ({ length }: Suite[]): string => `${length} ${length === 1 ? 'suite' : 'suites'}`;

const describe = ({ name, files }: Suite): string =>
  files.length === 1 ? name : `${name} (${files.length} files)`;

function foretell(suites: Suite[], costs: Record<string, Cost>): number {
  const names = suites.map(({ name }) => name);
  return makeForecast(names, { costs, slowness: 1, parallelism: 2, now: () => 0 }).secondsLeft();
}
