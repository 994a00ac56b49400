import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { seriousFindings } from '#e2e/support/accessibility';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { keepPicture } from '#e2e/support/keep-picture';
import { openAsOwner } from '#e2e/support/editor/editor';
import { makeTranscript } from '#e2e/support/editor/make-transcript';

/* The editor and all that opens in it, on a phone and a laptop, light and dark. */

const name = 'Interview with the ferryman of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch.mp3';

let longhand: SharedLonghand;
let browser: Browser;
let page: Page;
let account: { id: string; email: string; password: string };
let jobId: string;

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
  account = await longhand.createAccount();
  jobId = await makeTranscript(longhand, account, { words: 400, monologues: 8, name });
  page = await freshPage(browser);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

const panel = (title: string) =>
  page.locator('[data-panel]').filter({ has: page.getByRole('heading', { name: title }) });

/** Looks at what an editor shows, by its name, and gathers what is wrong with it; the pictures that are kept end in this. */
function startLooking(editor: Page, ending: string) {
  const findings: string[] = [];
  const look = async (what: string) => {
    await keepPicture(editor, `editor-${what}-${ending}`);
    if (await editor.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      findings.push(`${what} is too wide`);
    for (const finding of await seriousFindings(editor)) findings.push(`${what}: ${finding}`);
  };
  return { look, findings };
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`nothing is wrong with the editor, its panels, the palette and the reading view, ${width} ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await openAsOwner(page, { longhand, account, jobId });
      const { look, findings } = startLooking(page, `${width}-${colorScheme}`);
      await look('text');
      if (width < 900) {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menu').waitFor();
        await look('more');
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'hidden' });
      }
      await page.keyboard.press('F1');
      await page.getByRole('dialog').waitFor();
      await look('palette');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Comma');
      await panel('Settings').waitFor();
      await look('settings');
      await panel('Settings').getByRole('button', { name: 'Text snippets…' }).click();
      const snippets = page.getByRole('dialog', { name: 'Text snippets' });
      await snippets.getByLabel('Abbreviation').fill(';int');
      await snippets.getByLabel('Text', { exact: true }).fill('[inaudible]');
      await snippets.getByRole('button', { name: 'Add snippet' }).click();
      await snippets.getByRole('button', { name: 'Edit ;int' }).waitFor();
      await look('snippets');
      await page.keyboard.press('Escape');
      await snippets.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Slash');
      await panel('Shortcuts').getByRole('button', { name: 'Edit shortcuts' }).click();
      await look('shortcuts');
      await page.keyboard.press('Escape');
      await page.locator('[data-panel]').waitFor({ state: 'detached' });
      await page.keyboard.press('Alt+KeyT');
      await page.getByRole('form', { name: 'Go to time' }).getByRole('textbox').fill('soon');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Enter a time').waitFor();
      await look('go-to-time');
      await page.keyboard.press('Escape');
      await page.keyboard.press('F2');
      await page.locator('[data-panel=rename] input').fill('');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Enter a name').waitFor();
      await look('rename');
      await page.keyboard.press('Escape');
      for (const [title, key] of [
        ['Export', 'Control+Shift+KeyE'],
        ['Share', 'Control+Shift+KeyL'],
        ['History', 'Control+Shift+KeyH'],
      ] as const) {
        await page.keyboard.press(key);
        await panel(title).waitFor();
        if (title === 'History') await panel(title).locator('[data-revision="0"]').waitFor();
        await look(title.toLowerCase());
        await page.keyboard.press('Escape');
        await page.locator('[data-panel]').waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Control+E');
      await page.locator('[data-reading]').waitFor();
      await look('reading');
      assert.deepEqual(findings, []);
    });
  }
}

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`nothing is wrong with the editor and its panels in German, ${width} ${colorScheme}`, async () => {
    const owner = await longhand.createAccount();
    await longhand.sql`update accounts set language = 'de' where id = ${owner.id}`;
    const own = await makeTranscript(longhand, owner, { words: 400, monologues: 8, name });
    const there = await freshPage(browser);
    await there.emulateMedia({ colorScheme });
    await there.setViewportSize({ width, height: 800 });
    await openAsOwner(there, { longhand, account: owner, jobId: own });
    assert.equal(await there.locator('html').getAttribute('lang'), 'de');
    const { look, findings } = startLooking(there, `de-${width}-${colorScheme}`);
    await look('text');
    await there.keyboard.press('F1');
    await there.getByRole('dialog').waitFor();
    await look('palette');
    await there.keyboard.press('Escape');
    await there.getByRole('dialog').waitFor({ state: 'detached' });
    const opened = there.locator('[data-panel]');
    for (const [what, key] of [
      ['settings', 'Control+Comma'],
      ['shortcuts', 'Control+Slash'],
      ['find', 'Control+KeyF'],
      ['export', 'Control+Shift+KeyE'],
      ['share', 'Control+Shift+KeyL'],
      ['history', 'Control+Shift+KeyH'],
    ] as const) {
      await there.keyboard.press(key);
      await opened.waitFor();
      await look(what);
      await there.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
    assert.deepEqual(findings, []);
    await there.context().close();
  });
}

test('nothing is wrong with a panel while it is loading', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAsOwner(page, { longhand, account, jobId });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/editor/**', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await page.keyboard.press('Control+Shift+KeyL');
  await panel('Share').getByText('Loading').waitFor({ state: 'attached' });
  assert.deepEqual(await seriousFindings(page), []);
  release();
  await panel('Share').getByText('Loading').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('a button shows its name and key under the mouse and when the keyboard comes to it, until Escape', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAsOwner(page, { longhand, account, jobId });
  const button = page.getByRole('button', { name: 'Commands' });
  const tip = page.getByRole('tooltip');
  await button.hover();
  await tip.filter({ hasText: 'Ctrl+Shift+P' }).waitFor();
  const description = await button.getAttribute('aria-describedby');
  await tip.locator(`[id="${description}"]`, { hasText: 'Ctrl+Shift+P' }).waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await page.mouse.move(640, 500);
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await tip.filter({ hasText: 'Ctrl+Shift+P' }).waitFor();
  await page.keyboard.press('Tab');
  await tip.filter({ hasText: 'Ctrl+Shift+P' }).waitFor({ state: 'detached' });
});
