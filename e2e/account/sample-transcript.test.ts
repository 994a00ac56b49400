import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { findings } from '#e2e/support/accessibility';
import { hydrated } from '#e2e/support/account/hydrated';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { freshContext, freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { announced, editable } from '#e2e/support/editor/editor';
import { soundIsReady } from '#e2e/support/editor/sound';
import { expect } from '#e2e/support/expect';
import { anyEmail } from '#e2e/support/make-account';
import { signIn } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import { withLocale } from '#lib/messages/with-locale';
import { addSampleTranscript } from '#lib/samples/add-sample-transcript';

/*
 * A new account starts with a finished transcript and three hints in the editor. The suites for each way to sign up
 * check that it adds the transcript.
 */

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

/** Creates an account as a sign-up in this language does. */
const makeNewcomer = (language: string): Promise<NewAccount> =>
  withServiceDatabase(site.longhand, (db) =>
    withLocale(language, () =>
      createAccount(db, { email: anyEmail(), balanceCents: 0 }, { onCreated: addSampleTranscript }),
    ),
  );

/** Opens the sample transcript from the Transcripts page. */
async function openSample(page: Page, name: string): Promise<void> {
  await hydrated(page);
  await page.getByRole('link', { name }).click();
  await page.waitForURL('**/editor/**');
  await editable(page);
}

const hint = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Waits until the element or one of its descendants has the focus. */
const focused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.closest(wanted) != null, selector);

const buttonFocused = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, name);

const played = (page: Page, seconds: number) =>
  page.waitForFunction((from) => (document.querySelector('video')?.currentTime ?? 0) > from, seconds);

test('who signs up opens a finished transcript, hears it, and reads three hints by keyboard, once', async () => {
  const { longhand } = site;
  const account = await makeNewcomer('en');
  await signIn(page, longhand, account);
  await page.getByRole('heading', { name: 'Your first transcript' }).waitFor();
  await page.getByText('See what you get').waitFor();
  await page.getByRole('link', { name: 'Sense and Sensibility (sample)' }).waitFor();

  await openSample(page, 'Open the sample transcript');
  await page.getByText('young man, unless to be rather cold-hearted').waitFor();
  await hint(page, 'Listen while you type').waitFor();
  await focused(page, '[data-region=hint]');
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press('Tab');
  await buttonFocused(page, 'Skip');
  await page.keyboard.press('Tab');
  await buttonFocused(page, 'Next');
  await page.keyboard.press('Enter');
  await hint(page, 'Check uncertain words').getByText('2 of 3').waitFor();
  await announced(page, 'Check uncertain words. Review steps through');
  await page.keyboard.press('Enter');
  await hint(page, 'Export or share').getByText('3 of 3').waitFor();
  await buttonFocused(page, 'Done');
  await page.keyboard.press('Enter');
  await focused(page, '.tiptap');
  await soundIsReady(page);
  await page.keyboard.press('Escape');
  await played(page, 0.2);
  await waitFor('the hints to be remembered', async () => {
    const [row] = await longhand.sql`
      select editor_settings->'hintsSeen' as seen from accounts where id = ${account.id}`;
    return row?.['seen'] === true ? true : undefined;
  });

  await page.reload();
  await editable(page);
  await soundIsReady(page);
  await page.locator('.tiptap').focus();
  await page.keyboard.press('Alt+KeyK');
  await played(page, 1);
  await expect(page.locator('[data-region=hint]')).toHaveCount(0);

  await page.goto(`${longhand.baseUrl}/jobs`);
  await hydrated(page);
  await chooseFromMenu(menuButton(page, 'Sense and Sensibility (sample)'), 'Delete');
  await page.getByRole('link', { name: 'Open the sample transcript' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Try the sample recording' }).waitFor();
  await expect(page.getByRole('link', { name: 'Open the sample transcript' })).toHaveCount(0);
});

test('programs don’t see it, typing keeps the focus while a hint is shown, and Escape in the hint ends it', async () => {
  const account = await makeNewcomer('en');
  const client = makeClient(site.longhand, account.apiKey);
  await signIn(page, site.longhand, account);
  await openSample(page, 'Sense and Sensibility (sample)');
  const jobId = new URL(page.url()).pathname.split('/').at(-1);
  assert.deepEqual(await (await client.request('/jobs')).json(), []);
  assert.equal((await client.request(`/jobs/${jobId}`)).status, 404);

  const first = hint(page, 'Listen while you type');
  await first.waitFor();
  await focused(page, '[data-region=hint]');
  await page.locator('.tiptap').focus();
  await page.keyboard.type('Well, ');
  await page.getByText('Well, ').waitFor();
  await first.getByRole('button', { name: 'Next' }).waitFor();
  // With the focus in the text, Escape toggles playback.
  await page.keyboard.press('Escape');
  await played(page, 0.1);
  await page.keyboard.press('Escape');
  await expect(first).toBeVisible();
  await first.getByRole('button', { name: 'Skip' }).focus();
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  await focused(page, '.tiptap');
});

test('on a phone the hints point into the menu, in German, and step aside for a panel and the line being typed', async () => {
  const context = await freshContext(site.browser, {
    locale: 'de-DE',
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, site.longhand, await makeNewcomer('de'));
  await page.getByRole('link', { name: 'Sense and Sensibility (Beispiel)' }).waitFor();
  await openSample(page, 'Beispieltranskript öffnen');
  const first = hint(page, 'Beim Tippen zuhören');
  await first.getByText('Starten Sie die Wiedergabe').waitFor();
  await first.getByRole('button', { name: 'Weiter' }).tap();
  const second = hint(page, 'Unsichere Wörter prüfen');
  await second.getByText('Sie finden es in diesem Menü.').waitFor();
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  assert.deepEqual(await findings(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);

  await page.getByRole('button', { name: 'Mehr' }).tap();
  await page.getByRole('menuitem', { name: 'Verlauf' }).tap();
  await focused(page, '[data-panel=history]');
  await second.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await second.waitFor();

  // The caret is in the first line.
  const box = await second.boundingBox();
  const text = await page.locator('[data-monologue]').first().boundingBox();
  assert.ok(box !== null && text !== null && box.y + box.height > text.y, 'the hint lies over the text');
  await page.locator('.tiptap').focus();
  await second.waitFor({ state: 'hidden' });
});
