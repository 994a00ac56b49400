import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshContext, freshPage } from '#e2e/support/browser';
import { hydrated } from '#e2e/support/account/hydrated';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { signIn } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/* On a phone the box for uploads makes way for the transcripts. */

const site = useSite({ keepsOpen: true });
let phone: Page;

before(async () => {
  const context = await freshContext(site.browser, { viewport: { width: 360, height: 800 }, hasTouch: true });
  phone = await context.newPage();
});

/** Opens the list of a new account. */
async function openJobs(page: Page, has: 'transcripts' | 'nothing'): Promise<void> {
  const account = await site.longhand.createAccount();
  if (has === 'transcripts') await makeTranscript(site.longhand, account, { words: 20, monologues: 2 });
  await signIn(page, site.longhand, account);
  await hydrated(page);
}

const fold = (page: Page) => page.getByRole('button', { name: 'Add recordings' });
const chooser = (page: Page) => page.getByRole('button', { name: 'Choose files' });

test('on a phone the box is a button above the transcripts, and stays as it was left', async () => {
  await openJobs(phone, 'transcripts');
  await expect(chooser(phone)).toBeHidden();
  await expect(fold(phone)).toHaveAttribute('aria-expanded', 'false');
  const { height } = (await phone.locator('section[aria-labelledby=add]').boundingBox()) ?? assert.fail();
  assert.ok(height <= 48, `${height} px`);
  assert.deepEqual(await seriousFindings(phone), []);

  await fold(phone).tap();
  await chooser(phone).waitFor();
  assert.deepEqual(await seriousFindings(phone), []);
  await phone.reload();
  await hydrated(phone);
  await chooser(phone).waitFor();

  await fold(phone).tap();
  await chooser(phone).waitFor({ state: 'hidden' });
  await phone.reload();
  await hydrated(phone);
  await expect(chooser(phone)).toBeHidden();
});

test('what is on its way is in sight, also from a folded box', async () => {
  await phone
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles({
      name: 'empty.wav',
      mimeType: 'audio/wav',
      buffer: Buffer.alloc(0),
    });
  await phone.getByRole('list', { name: 'Uploads' }).getByText('empty.wav', { exact: true }).waitFor();
});

test('without transcripts the box is open on a phone, and on a laptop it always is', async () => {
  const laptop = await freshPage(site.browser);
  for (const [page, has] of [
    [phone, 'nothing'],
    [laptop, 'transcripts'],
  ] as const) {
    await openJobs(page, has);
    await chooser(page).waitFor();
    await expect(fold(page)).toBeHidden();
  }
});
