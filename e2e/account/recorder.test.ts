import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshContext, startBrowser } from '#e2e/support/browser';
import { hydrated } from '#e2e/support/account/hydrated';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { goesRound, keepsFocus } from '#e2e/support/keeps-focus';
import { signInContext } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Recordings made in the browser, with the microphone that Chromium makes up. */

let longhand: SharedLonghand;
let browser: Browser;

before(async () => {
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser(...microphone)]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function openJobs() {
  const account = await longhand.createAccount();
  const context = await freshContext(browser);
  await signInContext(context, longhand, account);
  const page = await context.newPage();
  await page.goto(`${longhand.baseUrl}/jobs`);
  await hydrated(page);
  return { page, account, client: makeClient(longhand, account.apiKey) };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Record', exact: true });
const unsent = (page: Page) => page.getByRole('region', { name: 'You have a recording' });

/** Waits until so many seconds have been recorded. */
async function reach(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((least) => {
    const [minutes = 0, rest = 0] = (document.querySelector('[role=timer]')?.textContent ?? '')
      .split(':')
      .map(Number);
    return minutes * 60 + rest >= least;
  }, seconds);
}

async function record(page: Page, seconds: number): Promise<void> {
  await button(page, 'Record').click();
  await reach(page, seconds);
  // The clock runs without sound, too.
  await waitForPieces(page, 1);
}

/** Waits until the recording, which is about to be cut short, has this many pieces stored. */
async function waitForPieces(page: Page, least: number): Promise<void> {
  await waitFor('stored pieces', async () => {
    const count = await page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('longhand-recordings');
          opening.addEventListener('error', () => reject(new Error('not opened')));
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction('pieces').objectStore('pieces').count();
            counting.addEventListener('success', () => {
              opening.result.close();
              resolve(counting.result);
            });
          });
        }),
    );
    return count >= least ? count : undefined;
  });
}

test('a recording that a reload cuts short is offered again, uploaded, priced by its length and transcribed', async () => {
  const { page, client, account } = await openJobs();
  await record(page, 3);
  await waitForPieces(page, 3);
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await hydrated(page);
  await unsent(page).waitFor();
  assert.deepEqual(await seriousFindings(page), []);

  const downloading = page.waitForEvent('download');
  await unsent(page)
    .getByRole('button', { name: /^Download / })
    .click();
  assert.match((await downloading).suggestedFilename(), /^Recording, .*\.webm$/);

  await unsent(page)
    .getByRole('button', { name: /^Upload / })
    .click();
  const question = button(page, 'Transcribe for $0.25');
  await question.waitFor();
  await expect(unsent(page)).toHaveCount(0);

  // Until it is submitted it can be had again.
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await hydrated(page);
  await unsent(page)
    .getByRole('button', { name: /^Upload / })
    .click();
  await question.click();
  const transcript = page
    .getByRole('table', { name: 'Transcripts' })
    .getByRole('link', { name: /^Recording, / });
  await transcript.waitFor();
  assert.equal(await client.balance(), 99.75);
  const [{ seconds } = { seconds: 0 }] = await longhand.sql<Array<{ seconds: number }>>`
    select duration_seconds as seconds from jobs where account_id = ${account.id}`;
  assert.ok(seconds >= 2 && seconds < 30, String(seconds));
  await page.reload();
  await hydrated(page);
  await expect(unsent(page)).toHaveCount(0);
});

test('a recording is paused, named, and uploaded under its name', async () => {
  const { page } = await openJobs();
  await record(page, 1);
  assert.deepEqual(await seriousFindings(page), []);
  await button(page, 'Pause').click();
  await dialog(page).getByText('Paused').waitFor();
  await button(page, 'Resume').click();
  await reach(page, 2);
  await button(page, 'Stop').click();
  await dialog(page).getByLabel('Name').fill('Board 1/2');
  assert.deepEqual(await seriousFindings(page), []);
  await button(page, 'Upload').click();
  await page.getByRole('list', { name: 'Uploads' }).getByTitle('Board 1-2.webm').waitFor();
  await button(page, 'Transcribe for $0.25').waitFor();

  // Taken off the uploads it is still there, under its name.
  await button(page, 'Remove Board 1-2.webm').click();
  await unsent(page).getByText('Board 1/2').waitFor();
  await button(page, 'Discard Board 1/2').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await unsent(page).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Choose files');
});

test('discarding a recording asks first, and leaves nothing', async () => {
  const { page } = await openJobs();
  await record(page, 1);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard this recording?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await button(page, 'Stop').click();
  await dialog(page).getByRole('button', { name: 'Discard' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.reload();
  await hydrated(page);
  await button(page, 'Record').waitFor();
  await expect(unsent(page)).toHaveCount(0);
});

test('the focus is on what comes next at each step, and on the button that records after the last one', async () => {
  const { page } = await openJobs();
  const question = page.getByRole('dialog', { name: 'Discard this recording?' });
  const name = dialog(page).getByLabel('Name');
  await button(page, 'Record').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Pause')).toBeFocused();
  await reach(page, 1);
  await waitForPieces(page, 1);
  await goesRound(page, dialog(page));
  await button(page, 'Stop').press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Record')).toBeFocused();
  await page.getByRole('list', { name: 'Uploads' }).getByText('Recording, ').waitFor();

  await page.keyboard.press('Enter');
  await reach(page, 1);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await expect(button(page, 'Record')).toBeFocused();
});

test('Escape leaves the question about an unsent recording, and its button has the focus again', async () => {
  const { page } = await openJobs();
  await record(page, 1);
  await button(page, 'Stop').click();
  await waitForPieces(page, 1);
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await hydrated(page);
  await keepsFocus(page, page.getByRole('button', { name: /^Discard / }));
});

test('a browser that blocks the microphone is told of in words, and can be asked again', async () => {
  const { page } = await openJobs();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await button(page, 'Record').click();
  await dialog(page).getByText('Your browser blocks the microphone.').waitFor();
  await button(page, 'Try again').click();
  await dialog(page).getByText('Your browser blocks the microphone.').waitFor();
  await goesRound(page, dialog(page));
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect(button(page, 'Record')).toBeFocused();
});

test('without a connection the button says what is wrong, and records when there is one again', async () => {
  const { page } = await openJobs();
  await page.context().setOffline(true);
  await button(page, 'Record').click();
  await page.getByRole('alert').getByText('Couldn’t start recording.').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.context().setOffline(false);
  await button(page, 'Record').click();
  await reach(page, 1);
  await expect(page.getByText('Couldn’t start recording.')).toHaveCount(0);
});
