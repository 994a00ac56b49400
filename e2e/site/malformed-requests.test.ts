import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { apiRequests, assertApiAnswer, sendToApi } from '#e2e/support/malformed/api-requests';
import {
  assertPageAnswer,
  pageRequests,
  readActions,
  readPaths,
  sendBytes,
  writeRequest,
  type Site,
} from '#e2e/support/malformed/page-requests';
import { readRemains } from '#e2e/support/malformed/read-remains';
import { signInForCookies } from '#e2e/support/sign-in';
import { startLonghand, type Longhand, type TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/*
 * Malformed requests to every operation of the contract, and to every page, route and action of the build. FUZZ_SEED
 * repeats a run.
 */
// Only with --all: thousands of requests.

const givenSeed = Number(process.env['FUZZ_SEED'] ?? 0);
const apiSeed = givenSeed || 20_261_121;
const pageSeed = givenSeed || 20_261_123;

let longhand: Longhand;
let account: TestAccount;

before(async () => {
  longhand = await startLonghand({
    LONGHAND_SIGN_UP: 'open',
    LONGHAND_REQUESTS_PER_MINUTE: '0',
    LONGHAND_LOG_LEVEL: 'warn',
  });
  account = await longhand.createAccount();
});
after(() => longhand?.stop());

let known = 0;

/** The service's error lines since the last call. */
function readComplaints(): string[] {
  const output = longhand.output();
  const lines = output.slice(known).split('\n');
  known = output.length;
  return lines.filter((line) => /unhandled|uncaught|"level":(50|60)/i.test(line));
}

/** Sends this many requests, ten at a time; `send` returns the status of each. */
async function sendMany<T>(
  requests: fc.Arbitrary<T>,
  { seed, count }: { seed: number; count: number },
  send: (asked: T) => Promise<number | string>,
): Promise<void> {
  const atOnce = 10;
  const statuses = new Map<number | string, number>();
  const batches = fc.array(requests, { minLength: atOnce, maxLength: atOnce });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      for (const status of await Promise.all(batch.map(send)))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.deepEqual(readComplaints(), []);
    }),
    { seed, numRuns: count / atOnce, endOnFailure: true, includeErrorInReport: true },
  );
  console.log(`seed ${seed}: ${JSON.stringify(Object.fromEntries(statuses))}`);
}

/** Ignores the log of API requests, which has a row for each by design. */
const readRest = () => readRemains(longhand, (table) => table !== 'api_requests');

test(`5,000 malformed requests (seed ${apiSeed}) are refused as an API does, and leave nothing behind`, async () => {
  const realId = await makeTranscript(longhand, account, { words: 5, monologues: 1 });
  const service = { baseUrl: longhand.baseUrl, apiKey: account.apiKey, realId };
  const before = await readRest();
  await sendMany(apiRequests, { seed: apiSeed, count: 5000 }, async (asked) => {
    const answer = await sendToApi(service, asked);
    assertApiAnswer(asked, answer);
    return answer.status;
  });
  await waitFor('the files and rows to be as before', async () =>
    JSON.stringify(await readRest()) === JSON.stringify(before) ? true : undefined,
  );
});

test(`1,000 malformed requests (seed ${pageSeed}) to pages and actions meet no error of ours, and none is logged`, async () => {
  const cookie = await signInForCookies(longhand, account);
  const [paths, actions] = [await readPaths(), await readActions()];
  const site: Site = { baseUrl: longhand.baseUrl, cookie, paths, actions };
  assert.ok(paths.length > 30 && actions.length > 30, 'the build has pages and actions');
  await sendMany(pageRequests, { seed: pageSeed, count: 1000 }, async (given) => {
    const written = writeRequest(site, given);
    const answer = await sendBytes(site, written.bytes);
    assertPageAnswer(written, answer);
    return answer.split(' ')[1] ?? 'none';
  });
});

test('each action refuses arguments that are missing, null, or of another kind, and none is logged as an error of ours', async () => {
  let cookie = '';
  for (const { id, path } of await readActions()) {
    // An action may have ended the session.
    const listed = await fetch(`${longhand.baseUrl}/jobs/list`, { headers: { cookie } });
    await listed.body?.cancel();
    if (!listed.ok) cookie = await signInForCookies(longhand, account);
    for (const body of ['[]', '[null,null,null]', '[{},{},{}]', '["x",{"add":1},[]]']) {
      const answer = await fetch(`${longhand.baseUrl}${path.replaceAll(/\[{1,2}[^\]]+\]{1,2}/g, 'x')}`, {
        ...{ method: 'POST', redirect: 'manual', body },
        headers: { cookie, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
      });
      assert.ok(answer.status < 500, `${answer.status} ${path} ${body}`);
      await answer.body?.cancel();
    }
    assert.deepEqual(readComplaints(), [], path);
  }
});
