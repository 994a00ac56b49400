import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import {
  assertPageAnswer,
  pageRequests,
  readActions,
  readPaths,
  sendBytes,
  writeRequest,
  type Site,
} from '#e2e/support/malformed/page-requests';
import { signInForCookies } from '#e2e/support/sign-in';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';

/* Malformed requests to every page, route and action of the build. FUZZ_SEED repeats a run. */

const seed = Number(process.env['FUZZ_SEED'] || 20_261_123);
const requests = 1000;
const requestsAtOnce = 10;

let longhand: Longhand;
let site: Site;

before(async () => {
  longhand = await startLonghand({ LONGHAND_SIGN_UP: 'open', LONGHAND_REQUESTS_PER_MINUTE: '0' });
  const cookie = await signInForCookies(longhand, await longhand.createAccount());
  const [paths, actions] = [await readPaths(), await readActions()];
  site = { baseUrl: longhand.baseUrl, cookie, paths, actions };
  assert.ok(paths.length > 30 && actions.length > 30, 'the build has pages and actions');
});
after(() => longhand?.stop());

const complaints = (): string[] =>
  longhand
    .output()
    .split('\n')
    .filter((line) => /unhandled|uncaught|"level":(50|60)/i.test(line));

test(`1,000 malformed requests (seed ${seed}) to pages and actions meet no error of ours, and none is logged`, async () => {
  const statuses = new Map<string, number>();
  const batch = fc.array(pageRequests, { minLength: requestsAtOnce, maxLength: requestsAtOnce });
  await fc.assert(
    fc.asyncProperty(batch, async (batch) => {
      const written = batch.map((given) => writeRequest(site, given));
      const answers = await Promise.all(written.map(({ bytes }) => sendBytes(site, bytes)));
      for (const [i, answer] of answers.entries()) {
        const status = answer.split(' ')[1] ?? 'none';
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const one = written[i];
        if (one !== undefined) assertPageAnswer(one, answer);
      }
      assert.deepEqual(complaints(), [], JSON.stringify(written.map(({ bytes }) => String(bytes))));
    }),
    { seed, numRuns: requests / requestsAtOnce, endOnFailure: true, includeErrorInReport: true },
  );
  console.log(`seed ${seed}: ${JSON.stringify(Object.fromEntries(statuses))}`);
});
