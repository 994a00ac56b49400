import { loadTypeScript } from './load-typescript.mjs';
import { setUp, setUpWithoutBuild } from './set-up.mjs';
import { verify } from './verify.mjs';

/**
 * `npm test`: the set-up that is missing, then every check and every test. With words, only the tests of the files whose
 * path has them all; `--changed` means what the changes since HEAD concern, `--note-costs` keeps what each suite took.
 * @param {string[]} parameters
 */
export async function test(parameters) {
  const words = parameters.filter((word) => word !== '--note-costs');
  await setUpWithoutBuild();
  await loadTypeScript();
  const { countResults, repeatErrors, sumUpHeights, writeResults } = await import('./test/report.js');
  const { failures, runSuites } = await import('./test/run-suites.js');
  const { selectTestFiles } = await import('./test/select-suites.js');
  const { toSuites } = await import('./test/suites.js');
  const began = Date.now();
  const suites = toSuites(selectTestFiles(words));
  if (suites.some(({ height }) => height === 'end to end')) await setUp('test');
  // The checks begin with the pure tests.
  const verified = words.length === 0 ? await verify({ thorough: true }) : [];
  const left = words.length === 0 ? suites.filter(({ name }) => name !== 'pure tests') : suites;
  const noteCosts = parameters.includes('--note-costs');
  const reports = [...verified, ...(await runSuites(left, { noteCosts }))];
  await writeResults(reports, '.longhand/test-results.json');
  const { passed, failed, skipped } = countResults(reports.flatMap(({ results }) => results));
  await repeatErrors(failures);
  console.log(`\n${sumUpHeights(reports)} ${((Date.now() - began) / 60_000).toFixed(1)} minutes.`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
