import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { rows, useJobsPage, waitForNames } from '#e2e/support/account/jobs-page';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { seriousFindings } from '#e2e/support/accessibility';
import { expect } from '#e2e/support/expect';
import { makeClient } from '#e2e/support/client';
import { waitFor } from '#e2e/support/wait';

// Only with --all: tags, beside the columns and the search.

/* Tags of transcripts: setting them from a row, showing them in it, and searching for them. */

const site = useJobsPage();

/** Opens the jobs page with failed jobs of these names. */
async function showNames(names: string[]): Promise<Page> {
  await site.show(names.map((name) => ({ name })));
  return site.page;
}

const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Tags', exact: true });
const field = (page: Page): Locator => dialog(page).getByLabel('Add a tag');
const filter = (page: Page): Locator => page.getByLabel('Tag', { exact: true });

async function waitForTags(page: Page, name: string, expected: string[]): Promise<void> {
  const chips = row(page, name).getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await waitFor(`the tags ${expected.join(', ')}`, async () =>
    (await chips.allTextContents()).join() === expected.join() ? true : undefined,
  );
}

async function openTags(page: Page, name: string): Promise<void> {
  await chooseFromMenu(menuButton(page, name), 'Tags…');
  await waitForFocus(field(page));
}

/** Waits until the dialog shows exactly these tags, each with its remove button. */
async function waitForChosen(page: Page, expected: string[]): Promise<void> {
  const chosen = dialog(page).getByRole('list', { name: 'Tags of this transcript' }).getByRole('listitem');
  await waitFor(`the chosen ${expected.join(', ')}`, async () =>
    (await chosen.allTextContents()).join() === expected.join() ? true : undefined,
  );
}

test('tags are typed, suggested and removed by keyboard, and other pages see them', async () => {
  const page = await showNames(['a.wav', 'b.wav']);
  const client = makeClient(site.longhand, site.account.apiKey);
  const before = await (await client.request('/jobs')).text();
  const other = await site.openTab();
  assert.equal(await filter(page).count(), 0);
  await openTags(page, 'a.wav');
  await page.keyboard.type('Law');
  await page.keyboard.press('Enter');
  await waitForChosen(page, ['Law']);
  await page.keyboard.type('law,Interview,2026');
  await waitForChosen(page, ['Law', 'Interview']);
  assert.deepEqual(await seriousFindings(page), []);
  await dialog(page).getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await waitForFocus(menuButton(page, 'a.wav'));
  await waitForTags(page, 'a.wav', ['2026', 'Interview', 'Law']);
  await waitForTags(other, 'a.wav', ['2026', 'Interview', 'Law']);

  await openTags(page, 'b.wav');
  await page.keyboard.type('INTER');
  const suggestions = dialog(page).getByRole('list', { name: 'Your tags' }).getByRole('button');
  await waitFor('one suggestion', async () => ((await suggestions.count()) === 1 ? true : undefined));
  await suggestions.first().focus();
  await page.keyboard.press('Enter');
  await waitForFocus(field(page));
  await waitForChosen(page, ['Interview']);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await waitForTags(other, 'b.wav', ['Interview']);

  await openTags(page, 'a.wav');
  await page.keyboard.press('Backspace');
  await waitForChosen(page, ['2026', 'Interview']);
  await dialog(page).getByRole('button', { name: 'Remove 2026' }).focus();
  await page.keyboard.press('Enter');
  await waitForFocus(field(page));
  await waitForChosen(page, ['Interview']);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await waitForTags(page, 'a.wav', ['Interview']);
  for (const shown of [page, other]) {
    await expect(filter(shown).locator('option')).toHaveText(['Any tag', 'Interview']);
  }
  assert.equal(await (await client.request('/jobs')).text(), before, 'the API has no tags');
  await other.close();
});

test('a tag that is too long, or one too many, is refused in words, and nothing is lost', async () => {
  const page = await showNames(['a.wav']);
  await openTags(page, 'a.wav');
  const long = 'x'.repeat(41);
  await field(page).fill(long);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByText('A tag has at most 40 characters.').waitFor();
  assert.equal(await field(page).inputValue(), long);
  await field(page).fill(`${Array.from({ length: 11 }, (_, index) => `tag ${index}`).join(',')},`);
  await dialog(page).getByText('A transcript has at most 10 tags.').first().waitFor();
  await waitForChosen(
    page,
    Array.from({ length: 10 }, (_, index) => `tag ${index}`),
  );
  assert.deepEqual(await seriousFindings(page), []);
});

test('the address keeps the tag, together with search and archive', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'c.wav']);
  await site.longhand.sql`
    insert into job_tags (job_id, account_id, key, tag)
    select id, account_id, 'law', 'Law' from jobs where account_id = ${site.account.id} and name in ('a.wav', 'c.wav')`;
  await site.announce();
  await filter(page).selectOption('Law');
  await waitForNames(page, ['a.wav', 'c.wav']);
  await page.getByLabel('Search').fill('c.w');
  await waitForNames(page, ['c.wav']);
  await page.reload();
  await waitForNames(page, ['c.wav']);
  assert.equal(await filter(page).inputValue(), 'Law');
  await page.getByLabel('Search').fill('');
  await waitForNames(page, ['a.wav', 'c.wav']);
  await chooseFromMenu(menuButton(page, 'a.wav'), 'Archive');
  await waitForNames(page, ['c.wav']);
  await page.getByRole('tab', { name: 'Archive', exact: true }).click();
  await waitForNames(page, ['a.wav']);
  await page.getByRole('tab', { name: 'Current', exact: true }).click();
  await waitForNames(page, ['c.wav']);

  await openTags(page, 'c.wav');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.getByText('No matching transcripts').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await waitForNames(page, ['b.wav', 'c.wav']);
});

test('on a phone long tags are no wider than the screen', async () => {
  const page = await showNames(['a.wav']);
  const long = ['W'.repeat(40), 'M'.repeat(40)];
  await site.longhand.sql`
    insert into job_tags (job_id, account_id, key, tag)
    select id, account_id, lower(tag), tag from jobs, unnest(${long}::text[]) as tag where account_id = ${site.account.id}`;
  await site.announce();
  await page.setViewportSize({ width: 360, height: 740 });
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await waitForTags(page, 'a.wav', long.toReversed());
  assert.equal(await isTooWide(), false, 'the list');
  assert.deepEqual(await seriousFindings(page), []);
  await openTags(page, 'a.wav');
  assert.equal(await isTooWide(), false, 'the dialog');
  const box = await dialog(page).getByRole('button', { name: 'Save' }).boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360);
  assert.deepEqual(await seriousFindings(page), []);
});

test('the tags of those selected are changed together, and Escape asks before it drops a change', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'c.wav']);
  await site.longhand.sql`
    insert into job_tags (job_id, account_id, key, tag)
    select id, account_id, 'law', 'Law' from jobs where account_id = ${site.account.id} and name in ('a.wav', 'b.wav')
    union all select id, account_id, 'old', 'Old' from jobs where account_id = ${site.account.id} and name = 'a.wav'`;
  await site.announce();
  await waitForTags(page, 'a.wav', ['Law', 'Old']);
  await page.getByLabel('Select a.wav').check();
  await page.getByLabel('Select b.wav').check();
  const open = page
    .getByRole('region', { name: 'Selected transcripts' })
    .getByRole('button', { name: 'Tags…' });
  await open.click();
  await waitForFocus(field(page));
  await waitForChosen(page, ['Law']);
  await dialog(page).getByRole('list', { name: 'On some of them' }).getByText('Old').waitFor();
  await page.keyboard.type('New');
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await expect(field(page)).toHaveValue('New');
  await dialog(page).getByRole('button', { name: 'Remove Law' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await waitForTags(page, 'a.wav', ['New', 'Old']);
  await waitForTags(page, 'b.wav', ['New']);
  await expect(row(page, 'c.wav').getByRole('list', { name: 'Tags' })).toHaveCount(0);

  await open.click();
  await waitForFocus(field(page));
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await open.click();
  await dialog(page).getByRole('button', { name: 'Add Old to all' }).click();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await waitForTags(page, 'b.wav', ['New']);
});
