import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import { checkPage } from '#e2e/support/editor/check-page';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';
import { hydrated } from '#e2e/support/account/hydrated';

/* What can be chosen for a recording, on a service with an inference server, which does all, beside PocketSphinx. */

const server = 'whisper-1 (inference server)';
const link = 'http://127.0.0.1:9/talk.wav';

let longhand: Longhand;
let browser: Browser;

before(async () => {
  [longhand, browser] = await Promise.all([
    startLonghand({
      // Nothing listens there: what is transcribed is not looked at.
      LONGHAND_OPENAI_URLS: 'http://127.0.0.1:9/v1',
      LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
      LONGHAND_ALLOW_PORTS: '1-65535',
    }),
    startBrowser(),
  ]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function openJobs(): Promise<{ page: Page; accountId: string }> {
  const account = await longhand.createAccount();
  const page = await freshPage(browser);
  await signIn(page, longhand, account);
  await hydrated(page);
  return { page, accountId: account.id };
}

const summary = (page: Page) => page.locator('summary', { hasText: 'Options' });
const language = (page: Page) =>
  page.getByRole('textbox', { name: 'Language' }).or(page.getByRole('combobox', { name: 'Language' }));
const engine = (page: Page) => page.getByLabel('Engine');
const vocabulary = (page: Page) => page.getByLabel('Vocabulary');

async function openOptions(page: Page): Promise<void> {
  await summary(page).focus();
  await page.keyboard.press('Enter');
  await language(page).waitFor();
}

async function submitLink(page: Page): Promise<void> {
  await page.getByLabel('Or paste a link').fill(link);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
}

/** What the account's only job was submitted with. */
function chosenFor(accountId: string): Promise<{ options: unknown }> {
  return waitFor('the job', async () => {
    const rows = await longhand.sql<{ options: unknown }[]>`
      select recognition_options as options from jobs where account_id = ${accountId}`;
    return rows[0];
  });
}

test('options are chosen by keyboard, go along with a link, and are remembered but for the vocabulary', async () => {
  const { page, accountId } = await openJobs();
  await openOptions(page);
  await language(page).focus();
  await page.locator('[data-combobox-option]').first().waitFor();
  // A moment after it opens, the list finds what is chosen, and would forget what Enter is to choose.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  await page.keyboard.press('Control+A');
  await page.keyboard.type('deutsch');
  // It is the first of those found a moment after it is drawn.
  await page.locator('[data-combobox-selected]', { hasText: 'German' }).waitFor();
  await page.keyboard.press('Enter');
  await engine(page).selectOption({ label: server });
  await vocabulary(page).fill('Dashwood\n\n Norland  Park\nDashwood');
  await page.getByText('2 of 500').waitFor();
  await submitLink(page);
  assert.deepEqual((await chosenFor(accountId)).options, {
    language: 'de',
    vocabulary: ['Dashwood', 'Norland Park'],
    engine: 'openai',
  });

  await page.reload();
  await hydrated(page);
  await summary(page).getByText(`German, ${server}`, { exact: true }).waitFor();
  await openOptions(page);
  await expect(vocabulary(page)).toHaveValue('');
});

test('options go along with the recordings that are added after they were chosen', async () => {
  const { page, accountId } = await openJobs();
  await openOptions(page);
  await vocabulary(page).fill('Dashwood');
  const clip = (await readClips())[1]?.file ?? '';
  await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
  await page.getByRole('list', { name: 'Uploads' }).getByText('1 vocabulary entry').waitFor();
  await vocabulary(page).fill('Norland');
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).click();
  assert.deepEqual((await chosenFor(accountId)).options, { vocabulary: ['Dashwood'] });
});

test('how the text is written, when it is deleted and what a link is called go along with links and files', async () => {
  const { page, accountId } = await openJobs();
  await openOptions(page);
  for (const label of ['Mask offensive words', 'Leave out “um” and “uh”', 'No punctuation'])
    await page.getByRole('checkbox', { name: label }).check();
  await page.getByLabel('Automatic deletion').selectOption({ label: '7 days after transcription' });
  await page.getByLabel('Name (optional)').fill('  Interview with Marianne ');
  await submitLink(page);
  await page.getByText('Submitted.').waitFor();
  const clip = (await readClips())[1]?.file ?? '';
  await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).click();
  const jobs = await waitFor('both jobs', async () => {
    const rows = await longhand.sql`
      select name, text_options, delete_after_seconds, recognition_options from jobs
      where account_id = ${accountId} order by created_at`;
    return rows.length === 2 ? rows.map((row) => ({ ...row })) : undefined;
  });
  const same = {
    text_options: { filterProfanity: true, removeDisfluencies: true, skipPunctuation: true },
    ...{ delete_after_seconds: 7 * 24 * 3600, recognition_options: null },
  };
  assert.deepEqual(jobs, [
    { name: 'Interview with Marianne', ...same },
    { name: path.basename(clip), ...same },
  ]);
});

test('where nothing was chosen the job says nothing of it', async () => {
  const { page, accountId } = await openJobs();
  await submitLink(page);
  assert.equal((await chosenFor(accountId)).options, null);
});

test('what the engine can’t do is disabled, with the reason beside it, and nothing is wrong with the form', async () => {
  const { page } = await openJobs();
  await openOptions(page);
  await expect(page.getByLabel('Speakers')).toBeDisabled();
  await page.getByText('No speaker model is installed on this server.').waitFor();
  await vocabulary(page).fill('Dashwood');
  await checkPage(page);

  await engine(page).selectOption({ label: 'PocketSphinx' });
  await expect(vocabulary(page)).toBeDisabled();
  await page.getByText('PocketSphinx doesn’t support a vocabulary.').waitFor();
  await page.getByText('PocketSphinx only understands English.').waitFor();
  await language(page).click();
  const german = page.getByRole('option', { name: 'German' });
  await page.getByText('Not with PocketSphinx', { exact: true }).waitFor();
  await expect(german).toHaveAttribute('data-combobox-disabled', 'true');
  await checkPage(page);
});

test('a faulty line is named, and nothing is sent before it is corrected', async () => {
  const { page, accountId } = await openJobs();
  await openOptions(page);
  await vocabulary(page).fill(`Dashwood\n${'x'.repeat(101)}`);
  await page.getByRole('alert').getByText('Line 2: longer than 100 characters.').waitFor();
  await expect(vocabulary(page)).toHaveAttribute('aria-invalid', 'true');
  await submitLink(page);
  await page.getByRole('alert').getByText('Correct the options below first.').waitFor();
  await vocabulary(page).fill('Dashwood');
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  assert.deepEqual((await chosenFor(accountId)).options, { vocabulary: ['Dashwood'] });
});

test('what the server refuses is explained beside its field, and no file is lost', async () => {
  const { page, accountId } = await openJobs();
  // The engine is gone from the server since the page was opened.
  await page.route('**/jobs', (route) => {
    const body = route.request().postData() ?? '';
    return route.continue({ postData: body.replace('"openai"', '"gone"') });
  });
  await openOptions(page);
  await engine(page).selectOption({ label: server });
  const clip = (await readClips())[1]?.file ?? '';
  await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
  const submit = page.getByRole('button', { name: 'Transcribe for $0.25' });
  await submit.click();
  await page.getByRole('alert').getByText('The engine "gone" isn’t installed.').waitFor();
  await expect(engine(page)).toHaveAttribute('aria-invalid', 'true');

  await engine(page).selectOption({ label: 'Automatic' });
  await submit.click();
  assert.equal((await chosenFor(accountId)).options, null);
});
