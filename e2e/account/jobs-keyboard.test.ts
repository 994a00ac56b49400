import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { rows, useJobsPage, waitForNames } from '#e2e/support/account/jobs-page';
import { menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { seriousFindings } from '#e2e/support/accessibility';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/* The jobs list by keyboard: its shortcuts, its palette, and the way to its first row. */

const site = useJobsPage();

/**
 * Counts the presses of Tab that lead to the first row, from the top of the page and from the target of the first link
 * with this name.
 */
async function countTabs(page: Page, skip: string): Promise<{ fromTop: number; fromLink: number }> {
  const first = rows(page).first().getByRole('checkbox');
  const link = page.getByRole('link', { name: skip });
  let taken = 0;
  for (let pressed = 1; pressed <= 40; pressed++) {
    await page.keyboard.press('Tab');
    if (await first.evaluate((element) => element === document.activeElement))
      return { fromTop: pressed, fromLink: pressed - taken };
    if (await link.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press('Enter');
      taken = pressed;
    }
  }
  assert.fail('Tab never reached the first row');
}

test('the link that skips to the list leads to its first row in four presses of Tab', async () => {
  await site.show([{ name: 'a.wav' }, { name: 'b.wav' }]);
  const { page } = site;
  const { fromTop } = await countTabs(page, 'Skip to the list');
  assert.ok(fromTop <= 4, `${fromTop} presses`);
  // Shift+Tab leaves the rows for the headings: no other control lies between.
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('thead button:focus')).toHaveText('Name');
});

test('from the top of the content the first row is eight presses of Tab away: arrows lead through the parts of the list', async () => {
  await site.show([{ name: 'a.wav' }, { name: 'b.wav' }]);
  const { page } = site;
  const { fromLink } = await countTabs(page, 'Skip to content');
  assert.ok(fromLink <= 8, `${fromLink} presses`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Current').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Archive')).toBeFocused();
  await expect(tab('Current')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await page.getByRole('tabpanel', { name: 'Archive' }).getByText('The archive is empty.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tab('Current')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/jobs/trash');
  await page.getByRole('tabpanel', { name: 'Trash' }).getByText('The trash is empty.').waitFor();
});

test('headings sort by keyboard: arrows lead from one to the next, and Enter sorts', async () => {
  await site.show([{ name: 'b.wav' }, { name: 'a.wav' }]);
  const { page } = site;
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await waitForNames(page, ['a.wav', 'b.wav']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('thead button:focus')).toHaveText('Duration');
  await page.keyboard.press('Enter');
  await waitFor('the order in the address', async () => page.url().endsWith('sort=longest') || undefined);
  await page.keyboard.press('Tab');
  await waitForFocus(rows(page).first().getByRole('checkbox'));
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('thead button:focus')).toHaveText('Duration');
});

test('/ searches, ? lists the keys and Ctrl+K opens the palette, but not where one types', async () => {
  await site.clear();
  await makeTranscript(site.longhand, site.account, { words: 20, monologues: 2, name: 'talk.wav' });
  await site.open();
  const { page } = site;
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Search transcripts').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await page.keyboard.press('/');
  const search = page.getByLabel('Search', { exact: true });
  await expect(search).toBeFocused();
  await page.keyboard.type('ta/?');
  await expect(search).toHaveValue('ta/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search.fill('');

  const palette = page.getByRole('dialog', { name: 'All commands' });
  const run = async (words: string) => {
    await page.keyboard.press('Control+k');
    await waitForFocus(palette.getByLabel('Search commands'));
    await page.keyboard.type(words);
    await palette.getByRole('option').first().waitFor();
  };
  await run('archive');
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('The archive is empty.').waitFor();
  await run('show current');
  await page.keyboard.press('Enter');
  await waitForNames(page, ['talk.wav']);
  for (const word of ['download', 'help', 'paste']) {
    await run(word);
    await palette
      .getByRole('option', { name: /^Help: / })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
  }
  await run('timestamp');
  await expect(palette.getByRole('option')).toHaveText(['Help: Times and style guides']);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/help#times-and-style-guides');
  await page.getByRole('heading', { name: 'Times and style guides' }).waitFor();
  await page.goBack();
  await waitForNames(page, ['talk.wav']);
  await run('open talk');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/editor/**');
});

test('selecting rows moves nothing, and the actions for them don’t cover the row with the focus', async () => {
  await site.show(Array.from({ length: 30 }, (_, index) => ({ name: `talk ${index}.wav` })));
  const { page } = site;
  await page.evaluate(() => {
    const counted = { shift: 0 };
    Object.assign(globalThis, { counted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shift += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift' });
  });
  await page.getByLabel('Select talk 0.wav').scrollIntoViewIfNeeded();
  const top = async () => (await rows(page).first().boundingBox())?.y;
  const before = await top();
  await page.getByLabel('Select talk 0.wav').check();
  const bar = page.getByRole('region', { name: 'Selected transcripts' });
  await bar.getByText('1 selected').waitFor();
  assert.equal(await top(), before);
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'counted').shift), 0);
  await menuButton(page, 'talk 20.wav').focus();
  const [focused, covered] = [await menuButton(page, 'talk 20.wav').boundingBox(), await bar.boundingBox()];
  assert.ok(focused !== null && covered !== null);
  assert.ok(focused.y + focused.height <= covered.y, 'the focus is above the bar');
  await page.setViewportSize({ width: 360, height: 740 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await seriousFindings(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('names with a long common beginning differ in the list', async () => {
  const beginning = 'Interview with Wilhelmina Featherstonehaugh-Cholmondeley 2026-10-01 ';
  await site.show([{ name: `${beginning}morning.mp3` }, { name: `${beginning}afternoon.mp3` }]);
  const cut = await rows(site.page)
    .locator('[title]:not(time)')
    .evaluateAll((names) => names.map((name) => name.scrollHeight > name.clientHeight));
  assert.deepEqual(cut, [false, false]);
});
