import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { cardsGone } from '#e2e/support/account/cards-gone';
import { loseAnswer } from '#e2e/support/account/lose-answer';
import { hydrated } from '#e2e/support/account/hydrated';
import { removeCard } from '#e2e/support/account/remove-card';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { goesRound, keepsFocus } from '#e2e/support/keeps-focus';
import { signInContext } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

// Only with --all: records by a microphone.

/*
 * Recordings made in the browser, with Chromium's fake microphone: on one page, each test continues from the previous
 * one.
 */

let longhand: SharedLonghand;
let browser: Browser;
let account: TestAccount;
let page: Page;

before(async () => {
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser(...microphone)]);
  account = await longhand.createAccount();
  page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}/jobs`);
  await hydrated(page);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function reload(): Promise<void> {
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await hydrated(page);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Record', exact: true });
const unsent = () => page.getByRole('region', { name: 'You have a recording' });

/** Waits until this many seconds have been recorded. */
async function reach(seconds: number): Promise<void> {
  await page.waitForFunction((least) => {
    const [minutes = 0, rest = 0] = (document.querySelector('[role=timer]')?.textContent ?? '')
      .split(':')
      .map(Number);
    return minutes * 60 + rest >= least;
  }, seconds);
}

async function record(seconds: number): Promise<void> {
  await button('Record').click();
  await button('Start recording').click();
  await reach(seconds);
  // The timer runs even without sound, so wait for a stored piece.
  await waitForPieces(1);
}

/** Counts the recordings, or their pieces, stored in this browser. */
const countStored = (what: 'recordings' | 'pieces'): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('longhand-recordings');
        opening.addEventListener('error', () => reject(new Error('not opened')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    what,
  );

/** Waits until the recording, which is about to be interrupted, has this many pieces stored. */
async function waitForPieces(least: number): Promise<void> {
  await waitFor('stored pieces', async () => {
    const count = await countStored('pieces');
    return count >= least ? count : undefined;
  });
}

/** The names of the account's jobs. */
async function readNames(): Promise<string[]> {
  const jobs = await longhand.sql<
    Array<{ name: string }>
  >`select name from jobs where account_id = ${account.id}`;
  return jobs.map(({ name }) => name).toSorted();
}

test('without a connection the button says what is wrong, and records when there is one again', async () => {
  // The first click loads the recorder.
  await page.context().setOffline(true);
  await button('Record').click();
  await page.getByRole('alert').getByText('Couldn’t start recording.').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.context().setOffline(false);
  await button('Record').click();
  await button('Start recording').click();
  await reach(1);
  await expect(page.getByText('Couldn’t start recording.')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard this recording?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await dialog().waitFor({ state: 'detached' });
});

test('a recording that a reload cuts short is offered again, uploaded, priced by its length and transcribed', async () => {
  await record(3);
  await waitForPieces(3);
  await reload();
  await unsent().waitFor();
  assert.deepEqual(await seriousFindings(page), []);

  const downloading = page.waitForEvent('download');
  await unsent()
    .getByRole('button', { name: /^Download / })
    .click();
  assert.match((await downloading).suggestedFilename(), /^Recording, .*\.webm$/);

  await unsent()
    .getByRole('button', { name: /^Upload / })
    .click();
  const question = button('Transcribe for $0.25');
  await question.waitFor();
  await expect(unsent()).toHaveCount(0);

  // The upload replaces the recording until it is submitted; if the upload is removed, the recording is available
  // again.
  await page.reload();
  await hydrated(page);
  await question.waitFor();
  await expect(unsent()).toHaveCount(0);
  await removeCard(page, /^Remove Recording, /);
  await unsent()
    .getByRole('button', { name: /^Upload / })
    .click();
  await question.click();
  const transcript = page
    .getByRole('table', { name: 'Transcripts' })
    .getByRole('link', { name: /^Recording, / });
  await transcript.waitFor();
  await cardsGone(page);
  assert.equal(await makeClient(longhand, account.apiKey).balance(), 99.75);
  const [{ seconds } = { seconds: 0 }] = await longhand.sql<Array<{ seconds: number }>>`
    select duration_seconds as seconds from jobs where account_id = ${account.id}`;
  assert.ok(seconds >= 2 && seconds < 30, String(seconds));
  await page.reload();
  await hydrated(page);
  await expect(unsent()).toHaveCount(0);
});

test('a recording whose submission got no answer is one job, and is not offered again', async () => {
  const before = await readNames();
  await record(1);
  await button('Stop').click();
  await dialog().getByLabel('Name').fill('Unanswered');
  await button('Upload').click();
  await button('Transcribe for $0.25').waitFor();
  await loseAnswer(page, () => button('Transcribe for $0.25').click());
  await waitFor('the recording to be gone', async () =>
    (await countStored('recordings')) === 0 ? true : undefined,
  );
  await expect(unsent()).toHaveCount(0);
  assert.deepEqual(await readNames(), [...before, 'Unanswered.webm'].toSorted());
});

test('a recording is paused, named, and uploaded under its name', async () => {
  await record(1);
  assert.deepEqual(await seriousFindings(page), []);
  await button('Pause').click();
  await dialog().getByText('Paused').waitFor();
  await button('Resume').click();
  await reach(2);
  await button('Stop').click();
  await dialog().getByLabel('Name').fill('Board 1/2');
  assert.deepEqual(await seriousFindings(page), []);
  await button('Upload').click();
  await page.getByRole('list', { name: 'Uploads' }).getByTitle('Board 1-2.webm').waitFor();
  await button('Transcribe for $0.25').waitFor();

  // Removed from the uploads, it is still stored under its name.
  await removeCard(page, /^Remove Board 1-2\.webm/);
  await unsent().getByText('Board 1/2').waitFor();
  await button('Discard Board 1/2').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await unsent().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Choose files');
});

test('discarding a recording asks first, and leaves nothing', async () => {
  await record(1);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard this recording?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await button('Stop').click();
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.reload();
  await hydrated(page);
  await button('Record').waitFor();
  await expect(unsent()).toHaveCount(0);
});

test('Escape leaves the question about an unsent recording, and its button has the focus again', async () => {
  await record(1);
  await button('Stop').click();
  await waitForPieces(1);
  await reload();
  const discard = page.getByRole('button', { name: /^Discard / });
  await keepsFocus(page, discard);
  await discard.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await unsent().waitFor({ state: 'detached' });
});

test('before it starts, a microphone is chosen and seen to hear, and the choice is kept', async () => {
  await button('Record').click();
  const microphones = dialog().getByLabel('Microphone');
  await dialog().getByText('The microphone works.').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  const other = microphones.locator('option', { hasText: 'Fake Audio Input 2' });
  await microphones.selectOption({ label: 'Fake Audio Input 2' });
  await expect(microphones).toHaveValue((await other.getAttribute('value')) ?? '');
  await dialog().getByText('The microphone works.').waitFor();
  // Nothing is recorded yet, so Escape asks for no confirmation.
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await button('Record').click();
  await expect(microphones.locator('option:checked')).toHaveText('Fake Audio Input 2');
  await page.keyboard.press('Escape');

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
  });
  await button('Record').click();
  await dialog().getByText('No sound so far.').waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
});

test('a browser that blocks the microphone is told of in words, and can be asked again', async () => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await button('Record').click();
  await dialog().getByText('Your browser blocks the microphone.').waitFor();
  await button('Try again').click();
  await dialog().getByText('Your browser blocks the microphone.').waitFor();
  await goesRound(page, dialog());
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect(button('Record')).toBeFocused();
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
});

test('the focus is on what comes next at each step, and on the button that records after the last one', async () => {
  const question = page.getByRole('dialog', { name: 'Discard this recording?' });
  const name = dialog().getByLabel('Name');
  await button('Record').focus();
  await page.keyboard.press('Enter');
  await expect(button('Start recording')).toBeFocused();
  await goesRound(page, dialog());
  await button('Start recording').press('Enter');
  await expect(button('Pause')).toBeFocused();
  await reach(1);
  await waitForPieces(1);
  await goesRound(page, dialog());
  await button('Stop').press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Record')).toBeFocused();
  await page.getByRole('list', { name: 'Uploads' }).getByText('Recording, ').waitFor();

  await page.keyboard.press('Enter');
  await expect(button('Start recording')).toBeFocused();
  await page.keyboard.press('Enter');
  await reach(1);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await expect(button('Record')).toBeFocused();
});
