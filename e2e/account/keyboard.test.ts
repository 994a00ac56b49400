import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { makeClient, type Client } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { hydrated } from '#e2e/support/account/hydrated';

/* Everything on the site is done without a mouse. */

let longhand: SharedLonghand;
let browser: Browser;
let page: Page;
let client: Client;
let account: { email: string; password: string; apiKey: string };
let jobId: string;

before(async () => {
  longhand = await useLonghand();
  browser = await startBrowser();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  jobId = (await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav')).id;
  await client.ended(jobId);
  page = await freshPage(browser);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function open(path: string): Promise<void> {
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
}

/** Presses Tab until the control has the focus, as someone without a mouse does. */
async function reach(control: Locator): Promise<void> {
  await control.waitFor();
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reached ${String(control)}`);
}

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await reach(control);
  await page.keyboard.press(key);
}

async function type(control: Locator, text: string): Promise<void> {
  await reach(control);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('signing in', async () => {
  await open('/sign-in');
  await type(page.getByLabel('Email'), account.email);
  await type(page.getByLabel('Password', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/jobs');
});

/** What can be done on the page, and what Tab does not reach or shows no sign of reaching. */
async function leftOut(): Promise<string[]> {
  const count = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not([type=hidden], [type=file], :disabled), select:not(:disabled), summary, [tabindex="0"]',
      ),
    ].filter((element) => {
      // What the buttons of each monologue do is done by commands: a thousand stops of Tab would be no way through.
      if (element.closest('.tiptap') !== null) return false;
      // Of a group of radio buttons Tab reaches the one that is chosen; arrows reach the others.
      if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false;
      return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    });
    for (const control of controls) control.dataset['waits'] = '';
    (document.activeElement as HTMLElement | null)?.blur();
    return controls.length;
  });
  assert.ok(count > 4, 'there is something to do');
  const unseen: string[] = [];
  for (let pressed = 0; pressed < count + 10; pressed++) {
    await page.keyboard.press('Tab');
    const sign = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      delete at.dataset['waits'];
      const { outlineStyle } = getComputedStyle(at);
      return outlineStyle === 'none' && at.matches('a, button') ? at.outerHTML.slice(0, 120) : '';
    });
    if (sign !== '') unseen.push(`shows no focus: ${sign}`);
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll('[data-waits]')].map((element) => element.outerHTML.slice(0, 160)),
  );
  return [...missed.map((html) => `is not reached: ${html}`), ...unseen];
}

for (const path of [
  '/',
  '/jobs',
  '/jobs/trash',
  '/developers',
  '/developers/requests',
  '/developers/callbacks',
  '/developers/signing-secret',
  '/developers/quickstart',
  '/developers/sandbox',
  '/developers/sandbox/jobs',
  '/balance',
  '/balance/top-up',
  '/settings',
  '/settings/security-log',
]) {
  test(`Tab reaches everything on ${path}, and is seen to`, async () => {
    await open(path);
    assert.deepEqual(await leftOut(), []);
  });
}

test('Tab reaches everything around a transcript, leads into the text and out of it', async () => {
  await open(`/editor/${jobId}`);
  // Until the recording is ready, the player's buttons come and go.
  await expect(button(/^Back \d/)).toBeEnabled();
  assert.deepEqual(await leftOut(), []);
  await reach(page.locator('.tiptap'));
  await page.keyboard.press('Tab');
  await expect(page.locator('.tiptap:focus')).toHaveCount(0);
});

test('making a key, and revoking it after a question that Escape leaves', async () => {
  await open('/developers');
  await press(button('Create API key'));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Name'), 'By keyboard');
  await page.keyboard.press('Enter');
  await page.getByText(/^lh_live_[0-9A-Za-z]{38}$/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const rows = page.getByText('By keyboard');
  await rows.first().waitFor();
  const revoke = page.getByRole('button', { name: /Revoke/ }).first();
  await press(revoke);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await press(revoke);
  await press(dialog.getByRole('button', { name: /Revoke/ }));
  await dialog.waitFor({ state: 'hidden' });
});

test('paying', async () => {
  await open('/balance/top-up');
  await press(button('Continue to test payment'));
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await hydrated(page);
  await press(button(/^Add \$/));
  await page.getByText(/was added/).waitFor();
});

test('renaming and deleting a job', async () => {
  await open('/jobs');
  await chooseFromMenu(menuButton(page), 'Rename…');
  const dialog = page.getByRole('dialog');
  await type(dialog.getByRole('textbox'), 'Renamed by keyboard');
  await page.keyboard.press('Enter');
  await page.getByText('Renamed by keyboard').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await chooseFromMenu(menuButton(page, 'Renamed by keyboard'), 'Delete');
  await page.getByRole('table').getByText('Renamed by keyboard').first().waitFor({ state: 'detached' });
  await press(button('Undo'));
  await page.getByRole('table').getByText('Renamed by keyboard').first().waitFor();
  await open('/jobs/trash');
  await page.getByText('The trash is empty.').waitFor();
});

/** The questions of the account's pages, by the page and the button that asks. */
const questions: Array<[where: string, opener: string]> = [
  ['/settings', 'Delete account…'],
  ['/settings', 'Sign out everywhere'],
  ['/developers/signing-secret', 'Rotate secret'],
  ['/developers', 'Create API key'],
];

for (const [where, opener] of questions) {
  test(`“${opener}” on ${where} keeps the focus in its dialog, and has it again after Escape`, async () => {
    await open(where);
    await keepsFocus(page, button(opener));
  });
}

test('data retention asks before it deletes anything, and the question gives the focus back', async () => {
  await open('/settings');
  await reach(page.getByLabel('Keep transcripts for'));
  await page.getByLabel('Keep transcripts for').selectOption('1');
  const section = page.locator('section').filter({ has: page.getByLabel('Keep transcripts for') });
  const save = section.getByRole('button', { name: 'Save' });
  await press(save);
  const dialog = page.getByRole('dialog', { name: 'Delete older data?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(save).toBeFocused();
});
