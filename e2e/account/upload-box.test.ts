import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshContext, freshPage } from '#e2e/support/browser';
import { hydrated } from '#e2e/support/account/hydrated';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { signIn } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/* The controls for a new transcript take one row, and the list begins below it. */

const site = useSite({ keepsOpen: true });
let phone: Page;

before(async () => {
  const context = await freshContext(site.browser, { viewport: { width: 360, height: 800 }, hasTouch: true });
  phone = await context.newPage();
});

/** Opens the list of a new account with two transcripts, in this language. */
async function openJobs(page: Page, language: string): Promise<void> {
  const account = await site.longhand.createAccount();
  await site.longhand.sql`update accounts set language = ${language} where id = ${account.id}`;
  for (const name of ['one.wav', 'two.wav'])
    await makeTranscript(site.longhand, account, { words: 20, monologues: 2, name });
  await signIn(page, site.longhand, account);
  await hydrated(page);
}

const row = (page: Page) => page.getByRole('region', { name: /^(New transcript|Neues Transkript)$/ });

async function measure(page: Page): Promise<{ height: number; lines: number; firstRow: number }> {
  const { height } = (await row(page).boundingBox()) ?? assert.fail();
  const first = (await page.locator('tbody tr').first().boundingBox()) ?? assert.fail();
  const tops = await row(page)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  return { height, lines: new Set(tops).size, firstRow: first.y };
}

for (const language of ['en', 'de']) {
  test(`on a phone they are one row of three buttons (${language})`, async () => {
    await openJobs(phone, language);
    const { height, lines } = await measure(phone);
    assert.equal(lines, 1);
    assert.ok(height <= 48, `${height} px`);
    assert.deepEqual(await seriousFindings(phone), []);
  });

  test(`at 1280 × 800 the first transcript is in the upper part of the page (${language})`, async () => {
    const laptop = await freshPage(site.browser);
    await laptop.setViewportSize({ width: 1280, height: 800 });
    await openJobs(laptop, language);
    const { height, lines, firstRow } = await measure(laptop);
    assert.equal(lines, 1);
    assert.ok(height <= 48, `${height} px`);
    assert.ok(firstRow <= 300, `the first row begins at ${firstRow}`);
  });
}
