import { makeForecast, inMinutes } from './forecast';
import type { Cost } from './schedule';
import type { Suite } from './suites';

/** The lines of `npm test -- --list`: what `npm test` runs, what it leaves to `--all` and why, and how long each takes. */
export function listSuites(suites: Suite[], costs: Record<string, Cost>): string {
  const always = suites.filter(({ onlyWithAll }) => onlyWithAll === undefined);
  const others = suites.filter(({ onlyWithAll }) => onlyWithAll !== undefined);
  const time = (some: Suite[]) => inMinutes(foretell(some, costs));
  return [
    `npm test runs ${countFiles(always)}, about ${time(always)} on two quiet cores:`,
    ...always.flatMap(describe).toSorted(),
    '',
    `npm test -- --all also runs ${countFiles(others)}, about ${time(others)} more:`,
    ...others.flatMap(describe).toSorted(),
  ].join('\n');
}

/** The line of suites that `npm test` has not run, counted by their reasons. */
export function listUnrun(suites: Suite[]): string {
  const reasons = new Map<string, number>();
  for (const reason of suites.flatMap(({ onlyWithAll = [] }) => onlyWithAll))
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const counts = [...reasons]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => (count === 1 ? reason : `${reason} (${count})`));
  return (
    `Not run: ${countFiles(suites)} that only \`npm test -- --all\` runs: ${counts.join(', ')}. ` +
    '`npm test -- --list` names them.'
  );
}

function countFiles(suites: Suite[]): string {
  const count = suites.reduce((sum, { files }) => sum + files.length, 0);
  return `${count} ${count === 1 ? 'file' : 'files'} of tests`;
}

/** Lines for a suite: one for each file end to end, and one for those that are quick. */
function describe({ name, height, files, onlyWithAll }: Suite): string[] {
  if (onlyWithAll !== undefined) return files.map((file, index) => `  ${file}: ${onlyWithAll[index]}`);
  if (files.length === 1 || height === 'end to end') return files.map((file) => `  ${file}`);
  return [`  ${name} (${files.length} files)`];
}

function foretell(suites: Suite[], costs: Record<string, Cost>): number {
  const names = suites.map(({ name }) => name);
  return makeForecast(names, { costs, slowness: 1, parallelism: 2, now: () => 0 }).secondsLeft();
}
