import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { cardsGone } from '#e2e/support/account/cards-gone';
import { pasteLink } from '#e2e/support/account/paste-link';
import { readClips } from '#e2e/support/speech';
import { checkPage } from '#e2e/support/editor/check-page';
import { freshPage } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';
import { hydrated } from '#e2e/support/account/hydrated';

/* Recognition options, on a service with PocketSphinx and an inference server that supports all of them. */

const server = 'whisper-1 (inference server)';
const link = 'http://127.0.0.1:9/talk.wav';

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

/** Opens the list of a new account, in a browser with empty storage. Returns the account's id. */
async function openJobs(): Promise<string> {
  const account = await site.longhand.createAccount();
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear());
  await signIn(page, site.longhand, account);
  await hydrated(page);
  return account.id;
}

const summary = () => page.locator('summary', { hasText: 'Options' });
const transcribe = () => page.getByRole('button', { name: 'Transcribe', exact: true });
const language = () =>
  page.getByRole('textbox', { name: 'Language' }).or(page.getByRole('combobox', { name: 'Language' }));
const engine = () => page.getByLabel('Engine');
const vocabulary = () => page.getByLabel('Vocabulary');

async function openOptions(): Promise<void> {
  await language().waitFor();
  await summary().focus();
  await page.keyboard.press('Enter');
  await vocabulary().waitFor();
}

/** Adds a link, and opens the options on its card. */
async function addLink(): Promise<void> {
  await pasteLink(page, link);
  await openOptions();
}

async function chooseClip(): Promise<string> {
  const clip = (await readClips())[1]?.file ?? '';
  await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
  return clip;
}

/** The recognition options of the account's only job. */
function chosenFor(accountId: string): Promise<{ options: unknown }> {
  return waitFor('the job', async () => {
    const rows = await site.longhand.sql<{ options: unknown }[]>`
      select recognition_options as options from jobs where account_id = ${accountId}`;
    return rows[0];
  });
}

test('options are chosen by keyboard, go along with a link, and are remembered but for the vocabulary', async () => {
  const accountId = await openJobs();
  await addLink();
  await language().focus();
  await page.locator('[data-combobox-option]').first().waitFor();
  // Just after opening, the list selects the chosen option, which would override the search result for Enter.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  await page.keyboard.press('Control+A');
  await page.keyboard.type('deutsch');
  // The list highlights the first result shortly after it is drawn.
  await page.locator('[data-combobox-selected]', { hasText: 'German' }).waitFor();
  await page.keyboard.press('Enter');
  await engine().selectOption({ label: server });
  await vocabulary().fill('Dashwood\n\n Norland  Park\nDashwood');
  await page.getByText('2 of 500').waitFor();
  await transcribe().click();
  assert.deepEqual((await chosenFor(accountId)).options, {
    language: 'de',
    vocabulary: ['Dashwood', 'Norland Park'],
    engine: 'openai',
  });

  await cardsGone(page);
  await page.reload();
  await hydrated(page);
  await pasteLink(page, link);
  await summary().getByText(server, { exact: true }).waitFor();
  await expect(language()).toHaveValue('German');
  await openOptions();
  await expect(vocabulary()).toHaveValue('');
});

test('the options of a file that are chosen after it was uploaded count', async () => {
  const accountId = await openJobs();
  await chooseClip();
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await openOptions();
  await vocabulary().fill('Norland');
  await summary().getByText('1 vocabulary entry').waitFor();
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).click();
  assert.deepEqual((await chosenFor(accountId)).options, { vocabulary: ['Norland'] });
});

test('each of several files has options of its own, unless one’s are used for all', async () => {
  const accountId = await openJobs();
  const [one, two] = (await readClips()).slice(1, 3).map(({ file }) => file);
  await page
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles([one ?? '', two ?? '']);
  await page.getByRole('button', { name: /^Transcribe all for/ }).waitFor();
  const cards = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  const field = (at: number) => cards.nth(at).getByLabel('Vocabulary');
  for (const at of [0, 1]) await cards.nth(at).locator('summary').click();
  await field(0).fill('Dashwood');
  await field(1).fill('Norland');
  await cards.nth(0).getByRole('button', { name: 'Use for all' }).click();
  await expect(field(1)).toHaveValue('Dashwood');
  await field(1).fill('Norland');
  await page.getByRole('button', { name: /^Transcribe all for/ }).click();
  const jobs = await waitFor('both jobs', async () => {
    const rows = await site.longhand.sql<{ options: unknown }[]>`
      select recognition_options as options from jobs where account_id = ${accountId} order by created_at`;
    return rows.length === 2 ? rows.map(({ options }) => options) : undefined;
  });
  assert.deepEqual(jobs, [{ vocabulary: ['Dashwood'] }, { vocabulary: ['Norland'] }]);
});

test('how the text is written, which tracks count, when it is deleted and what a link is called go along with links and files', async () => {
  const accountId = await openJobs();
  await addLink();
  for (const label of ['Mask offensive words', 'Leave out “um” and “uh”', 'No punctuation'])
    await page.getByRole('checkbox', { name: label }).check();
  await page.getByLabel('Automatic deletion').selectOption({ label: '7 days after transcription' });
  await page.getByLabel('Audio tracks').selectOption({ label: 'Only audio track 2' });
  await page.getByLabel('Name (optional)').fill('  Interview with Marianne ');
  await transcribe().click();
  await page.getByText('Submitted.').waitFor();
  const clip = await chooseClip();
  await openOptions();
  await page.getByLabel('Automatic deletion').selectOption({ label: '7 days after transcription' });
  await page.getByLabel('Audio tracks').selectOption({ label: 'Only audio track 2' });
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).click();
  const jobs = await waitFor('both jobs', async () => {
    const rows = await site.longhand.sql`
      select name, text_options, delete_after_seconds, recognition_options from jobs
      where account_id = ${accountId} order by created_at`;
    return rows.length === 2 ? rows.map((row) => ({ ...row })) : undefined;
  });
  const same = {
    text_options: { filterProfanity: true, removeDisfluencies: true, skipPunctuation: true },
    ...{ delete_after_seconds: 7 * 24 * 3600, recognition_options: { audioTracks: [2] } },
  };
  assert.deepEqual(jobs, [
    { name: 'Interview with Marianne', ...same },
    { name: path.basename(clip), ...same },
  ]);
});

test('where nothing was chosen the job says nothing of it', async () => {
  const accountId = await openJobs();
  await pasteLink(page, link);
  await transcribe().click();
  assert.equal((await chosenFor(accountId)).options, null);
});

test('what the engine can’t do is disabled, with the reason beside it, and nothing is wrong with the form', async () => {
  await openJobs();
  await addLink();
  await expect(page.getByLabel('Speakers')).toBeDisabled();
  await page.getByText('This server has no speaker model.').waitFor();
  await vocabulary().fill('Dashwood');
  await checkPage(page);

  await engine().selectOption({ label: 'PocketSphinx' });
  await expect(vocabulary()).toBeDisabled();
  await page.getByText('PocketSphinx doesn’t support a vocabulary.').waitFor();
  await page.getByText('PocketSphinx only understands English.').waitFor();
  await language().click();
  const german = page.getByRole('option', { name: 'German' });
  await page.getByText('Not with PocketSphinx', { exact: true }).waitFor();
  await expect(german).toHaveAttribute('data-combobox-disabled', 'true');
  await checkPage(page);
});

test('a faulty line is named, and nothing is sent before it is corrected', async () => {
  const accountId = await openJobs();
  await addLink();
  await vocabulary().fill(`Dashwood\n${'x'.repeat(101)}`);
  await page.getByRole('alert').getByText('Line 2: longer than 100 characters.').waitFor();
  await expect(vocabulary()).toHaveAttribute('aria-invalid', 'true');
  await transcribe().click();
  await page.getByRole('alert').getByText('Correct the options first.').waitFor();
  await vocabulary().fill('Dashwood');
  await transcribe().click();
  assert.deepEqual((await chosenFor(accountId)).options, { vocabulary: ['Dashwood'] });
});

test('what the server refuses is explained beside its field, and no file is lost', async () => {
  const accountId = await openJobs();
  // As if the server had lost the engine since the page was opened.
  await page.route('**/jobs', (route) => {
    const body = route.request().postData() ?? '';
    return route.continue({ postData: body.replace('"openai"', '"gone"') });
  });
  await chooseClip();
  await openOptions();
  await engine().selectOption({ label: server });
  const submit = page.getByRole('button', { name: 'Transcribe for $0.25' });
  await submit.click();
  await page.getByRole('alert').getByText('The engine "gone" isn’t installed.').waitFor();
  await expect(engine()).toHaveAttribute('aria-invalid', 'true');

  await engine().selectOption({ label: 'Automatic' });
  await submit.click();
  assert.equal((await chosenFor(accountId)).options, null);
  await page.unroute('**/jobs');
});
