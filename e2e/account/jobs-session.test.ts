import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshPage } from '#e2e/support/browser';
import { signIn, signInForCookies } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { jobsChannel } from '#lib/events/announce-job';
import { newId } from '#lib/ids/new-id';

/* The Transcripts page after its session is signed out elsewhere. */

const site = useSite();

async function placeJob(who: TestAccount, name: string): Promise<void> {
  const id = newId();
  const job = {
    id,
    account_id: who.id,
    status: 'transcribed',
    name,
    media_url: 'http://127.0.0.1:9/none.wav',
    price_cents: 25,
    duration_seconds: 60,
  };
  await site.longhand.sql`insert into jobs ${site.longhand.sql(job)}`;
  await site.longhand.sql.notify(jobsChannel, JSON.stringify({ accountId: who.id, jobId: id, reach: 'job' }));
}

async function endSessions(who: TestAccount): Promise<void> {
  await site.longhand.sql`delete from sessions where account_id = ${who.id}`;
}

test('a stream sends nothing of the account any more once its session has ended, and ends', async () => {
  const who = await site.longhand.createAccount();
  const cookie = await signInForCookies(site.longhand, who);
  const answer = await fetch(`${site.longhand.baseUrl}/jobs/events`, { headers: { cookie } });
  assert.ok(answer.body);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (isEnough: () => boolean): Promise<void> => {
    while (!isEnough()) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
    }
  };
  await placeJob(who, 'mine.wav');
  // A server that has only just subscribed reports a gap, and may have missed the event.
  await read(() => /event: gap|mine\.wav/.test(text));
  if (!text.includes('mine.wav')) await placeJob(who, 'mine.wav');
  await read(() => text.includes('mine.wav'));
  await endSessions(who);
  await placeJob(who, 'secret.wav');
  await read(() => false);
  assert.match(text, /event: ended\ndata:\n\n$/);
  assert.ok(!text.includes('secret.wav'), text);
});

test('the page of a session that has ended says so and asks no more, and continues after signing in', async () => {
  const who = await site.longhand.createAccount();
  const page = await freshPage(site.browser);
  const listening = page.waitForResponse('**/jobs/events');
  // Opening the stream reloads the list; a request sent before the session ends could be answered after it.
  const listed = page.waitForResponse((answer) => answer.url().includes('/jobs/list'));
  await signIn(page, site.longhand, who);
  await listening;
  await (await listed).finished();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/jobs/events')) asked += 1;
  });
  await endSessions(who);
  await placeJob(who, 'secret.wav');
  await page.getByText('You’re signed out.').waitFor();
  assert.equal(asked, 0);
  assert.equal(await page.getByText('secret.wav').count(), 0);

  // Still signed out: the page asks once, and doesn't retry when refused.
  const refused = page.waitForResponse((response) => response.url().endsWith('/jobs/list?limit=1'));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  assert.equal((await refused).status(), 401);
  await page.getByText('You’re signed out.').waitFor();
  assert.equal(asked, 1);

  const other = await page.context().newPage();
  const link = page.getByRole('status').getByRole('link', { name: 'Sign in' });
  assert.equal(await link.getAttribute('href'), '/sign-in?next=%2Fjobs');
  await signIn(other, site.longhand, who);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('link', { name: 'secret.wav' }).waitFor();
  await page.getByText('You’re signed out.').waitFor({ state: 'detached' });
});
