import { loadTypeScript } from './load-typescript.mjs';
import { setUp } from './set-up.mjs';
import { addCounts, sumUp, verify } from './verify.mjs';

/** `npm test`: the set-up that is missing, then every check and every test. */
export async function test() {
  await setUp('test');
  const verified = await verify();
  await loadTypeScript();
  const { runSlowTests } = await import('./run-slow-tests.js');
  const total = addCounts([verified, await runSlowTests()]);
  console.log(`\n${sumUp(total)}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
