import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { connect } from '#lib/db/connect';
import { apiRequests, assertApiAnswer, sendToApi } from '#e2e/support/malformed/api-requests';
import { readRemains } from '#e2e/support/malformed/read-remains';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { makeJob } from '#e2e/support/make-job';
import { waitFor } from '#e2e/support/wait';

/*
 * Malformed requests to every operation of the contract. FUZZ_SEED repeats a run.
 */

const seed = Number(process.env['FUZZ_SEED'] || 20_261_121);
const requestsAtOnce = 10;
const requests = 5000;

let longhand: Longhand;
let apiKey: string;
let realId: string;

before(async () => {
  longhand = await startLonghand({ LONGHAND_REQUESTS_PER_MINUTE: '0' });
  const account = await longhand.createAccount();
  ({ apiKey } = account);
  const connection = connect(longhand.databaseUrl, { max: 1 });
  realId = (await makeJob(connection.db, account.id, { words: 'there was a young man' })).id;
  await connection.close();
});
after(() => longhand?.stop());

/** The log of API requests has a row for each: it is there for that. */
const remains = () => readRemains(longhand, (table) => table !== 'api_requests');

test(`5,000 malformed requests (seed ${seed}) are refused as an API does, and leave nothing behind`, async () => {
  const before = await remains();
  const statuses = new Map<number, number>();
  const batch = fc.array(apiRequests, { minLength: requestsAtOnce, maxLength: requestsAtOnce });
  await fc.assert(
    fc.asyncProperty(batch, async (batch) => {
      const answers = await Promise.all(
        batch.map((asked) => sendToApi({ baseUrl: longhand.baseUrl, apiKey, realId }, asked)),
      );
      for (const [i, answer] of answers.entries()) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const asked = batch[i];
        if (asked !== undefined) assertApiAnswer(asked, answer);
      }
    }),
    { seed, numRuns: requests / requestsAtOnce, endOnFailure: true, includeErrorInReport: true },
  );
  console.log(`seed ${seed}: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.doesNotMatch(longhand.output(), /met a defect|unhandled|uncaught/i);
  await waitFor('the files and rows to be as before', async () =>
    JSON.stringify(await remains()) === JSON.stringify(before) ? true : undefined,
  );
});
