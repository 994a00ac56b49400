import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshContext, startBrowser } from '#e2e/support/browser';
import { hydrated } from '#e2e/support/account/hydrated';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

/* On a phone the box for uploads makes way for the transcripts. */

let longhand: SharedLonghand;
let browser: Browser;

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function openJobs(width: number, has: 'transcripts' | 'nothing'): Promise<Page> {
  const account = await longhand.createAccount();
  if (has === 'transcripts') await makeTranscript(longhand, account, { words: 20, monologues: 2 });
  const context = await freshContext(browser, { viewport: { width, height: 800 }, hasTouch: width < 600 });
  await signInContext(context, longhand, account);
  const page = await context.newPage();
  await page.goto(`${longhand.baseUrl}/jobs`);
  await hydrated(page);
  return page;
}

const fold = (page: Page) => page.getByRole('button', { name: 'Add recordings' });
const chooser = (page: Page) => page.getByRole('button', { name: 'Choose files' });

test('on a phone the box is a button above the transcripts, and stays as it was left', async () => {
  const page = await openJobs(360, 'transcripts');
  await expect(chooser(page)).toBeHidden();
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
  const { height } = (await page.locator('section[aria-labelledby=add]').boundingBox()) ?? assert.fail();
  assert.ok(height <= 48, `${height} px`);
  assert.deepEqual(await seriousFindings(page), []);

  await fold(page).tap();
  await chooser(page).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.reload();
  await hydrated(page);
  await chooser(page).waitFor();

  await fold(page).tap();
  await chooser(page).waitFor({ state: 'hidden' });
  await page.reload();
  await hydrated(page);
  await expect(chooser(page)).toBeHidden();
  await page.context().close();
});

test('what is on its way is in sight, also from a folded box', async () => {
  const page = await openJobs(360, 'transcripts');
  await page
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles({
      name: 'empty.wav',
      mimeType: 'audio/wav',
      buffer: Buffer.alloc(0),
    });
  await page.getByRole('list', { name: 'Uploads' }).getByText('empty.wav', { exact: true }).waitFor();
  await page.context().close();
});

test('without transcripts the box is open on a phone, and on a laptop it always is', async () => {
  for (const [width, has] of [
    [360, 'nothing'],
    [1280, 'transcripts'],
  ] as const) {
    const page = await openJobs(width, has);
    await chooser(page).waitFor();
    await expect(fold(page)).toBeHidden();
    await page.context().close();
  }
});
