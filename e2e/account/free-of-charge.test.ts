import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient } from '#e2e/support/client';
import { useFreeService } from '#e2e/support/services/use-free-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { writeSilence } from '#e2e/support/write-silence';

let longhand: Longhand;

before(async () => {
  ({ longhand } = await useFreeService());
});
after(closePages);

test('where transcribing is free nothing speaks of money, and jobs need no balance', async () => {
  const account = await longhand.createAccount(0);
  const client = makeClient(longhand, account.apiKey);
  const file = path.join(longhand.dataDir, 'silence.wav');
  await writeSilence(file, 1);
  const job = await client.submitFile(file, 'audio/wav');
  assert.equal((await client.ended(job.id)).status, 'transcribed');
  await longhand.sql`update accounts set balance_cents = 1234 where id = ${account.id}`;
  assert.equal(await client.balance(), 0);
  const earlier = await fetch(`${longhand.baseUrl}/api/v1/account`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  assert.deepEqual(await earlier.json(), { balance: 0 });

  const page = await freshPage(await shareBrowser());
  await signInContext(page.context(), longhand, account);
  for (const path of ['/jobs', '/', `/editor/${job.id}`]) {
    await page.goto(longhand.baseUrl + path);
    await page.getByRole('navigation', { name: path.startsWith('/editor') ? 'Panels' : 'Account' }).waitFor();
    const shown = await page.locator('body').innerText();
    assert.doesNotMatch(shown, /balance|\$\d|top.?up|credit|money/i, path);
  }
  await longhand.sql`update ledger_entries set duration_seconds = 90 where job_id = ${job.id}`;
  await page.goto(`${longhand.baseUrl}/settings/data`);
  await page.getByRole('region', { name: 'Usage' }).getByText(': 1.5 minutes').waitFor();
  const about = ['', '/top-up', '/test-payment/x', '/receipts/x', '/ledger.csv', '/usage.csv'];
  for (const path of about) {
    const answer = await page.request.get(`${longhand.baseUrl}/balance${path}`);
    assert.equal(answer.status(), 404, path);
  }
  assert.doesNotMatch(longhand.output(), /Top-ups are test payments/);
});
