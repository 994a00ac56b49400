import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { colorFindings, colorRules, seriousFindings, type Look } from '#e2e/support/accessibility';
import { editable } from '#e2e/support/editor/editor';
import { useEditor } from '#e2e/support/editor/use-editor';
import { keepPicture } from '#e2e/support/keep-picture';
import { isDrawn } from '#e2e/support/look-at-page';
import { signInContext } from '#e2e/support/sign-in';

// Only with --all: looks at each part in many sizes and colors, in two languages.

/* The editor and everything that opens in it, on a phone, a tablet and a laptop, light and dark. */

const name = 'Interview with the ferryman of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch.mp3';
const editor = useEditor({ words: 200, monologues: 4, name });

const panel = (page: Page, title: string) =>
  page.locator('[data-panel]').filter({ has: page.getByRole('heading', { name: title }) });

/** Views checked in turn: axe runs in full on laptops and phones only, and would find the same on tablets. */
const looks = [
  [1280, 'light', seriousFindings],
  [1280, 'dark', colorFindings],
  [768, 'light', undefined],
  [360, 'dark', seriousFindings],
  [360, 'light', colorFindings],
] as const;

/**
 * Checks parts of the editor by name and collects the findings. With `isTranslated`, the English version was checked
 * before: axe runs only on tablets and phones, without color rules, as for other pages (look-at-page.ts).
 */
function startLooking(page: Page, { isTranslated = false } = {}) {
  const findings: string[] = [];
  const look = async (what: string, within?: string, widths: readonly number[] = [1280, 768, 360]) => {
    for (const [width, colorScheme, find] of looks) {
      if (!widths.includes(width) || (isTranslated && find === colorFindings)) continue;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await isDrawn(page, colorScheme);
      await keepPicture(page, `editor-${what}-${width}-${colorScheme}${isTranslated ? '-de' : ''}`);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      const part: Pick<Look, 'within'> = within === undefined ? {} : { within };
      const inWords = async () =>
        width < 1280 ? [] : seriousFindings(page, { ...part, except: colorRules });
      const found = [
        ...(isTooWide ? ['wider than its window'] : []),
        ...((await (isTranslated ? inWords() : find?.(page, part))) ?? []),
      ];
      findings.push(...found.map((finding) => `${what} at ${width}, ${colorScheme}: ${finding}`));
    }
  };
  return { look, findings };
}

/** Opens a panel by its shortcut, checks it, and closes it. */
async function lookAtPanel(
  page: Page,
  look: (what: string, within?: string) => Promise<void>,
  [what, key]: readonly [string, string],
): Promise<void> {
  const opened = page.locator('[data-panel]');
  await page.keyboard.press(key);
  await opened.waitFor();
  if (what === 'history') await opened.locator('[data-revision="0"]').waitFor();
  await look(what, '[data-panel]');
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
}

test('nothing is wrong with the editor, its panels, the palette and the reading view', async () => {
  const page = await editor.open();
  const { look, findings } = startLooking(page);
  await look('text');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').waitFor();
  await look('more', undefined, [360]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await page.keyboard.press('F1');
  await page.getByRole('dialog').waitFor();
  await look('palette', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Comma');
  await panel(page, 'Settings').waitFor();
  await look('settings', '[data-panel]');
  await panel(page, 'Settings').getByRole('button', { name: 'Text snippets…' }).click();
  const snippets = page.getByRole('dialog', { name: 'Text snippets' });
  await snippets.getByLabel('Abbreviation').fill(';int');
  await snippets.getByLabel('Text', { exact: true }).fill('[inaudible]');
  await snippets.getByRole('button', { name: 'Add snippet' }).click();
  await snippets.getByRole('button', { name: 'Edit ;int' }).waitFor();
  await look('snippets', '[role=dialog]');
  await page.keyboard.press('Escape');
  await snippets.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Slash');
  await panel(page, 'Shortcuts').getByRole('button', { name: 'Edit shortcuts' }).click();
  await look('shortcuts', '[data-panel]');
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
  for (const part of [
    ['find', 'Control+KeyF'],
    ['export', 'Control+Shift+KeyE'],
    ['share', 'Control+Shift+KeyL'],
    ['history', 'Control+Shift+KeyH'],
  ] as const) {
    await lookAtPanel(page, look, part);
  }
  await page.keyboard.press('Control+E');
  await page.locator('[data-reading]').waitFor();
  await look('reading');
  await page.keyboard.press('Control+E');
  await page.locator('[data-reading]').waitFor({ state: 'detached' });
  assert.deepEqual(findings, []);
});

test('nothing is wrong with a panel while it is loading', async () => {
  const page = await editor.open();
  await page.setViewportSize({ width: 1280, height: 800 });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/editor/**', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await page.keyboard.press('Control+Shift+KeyL');
  await panel(page, 'Share').getByText('Loading').waitFor({ state: 'attached' });
  assert.deepEqual(await seriousFindings(page), []);
  release();
  await panel(page, 'Share').getByText('Loading').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
});

test('a button shows its name and key under the mouse and when the keyboard comes to it, until Escape', async () => {
  const page = await editor.open();
  await page.setViewportSize({ width: 1280, height: 800 });
  const button = page.getByRole('button', { name: 'Export' });
  const tip = page.getByRole('tooltip');
  await button.hover();
  await tip.filter({ hasText: 'Ctrl+Shift+E' }).waitFor();
  const description = await button.getAttribute('aria-describedby');
  await tip.locator(`[id="${description}"]`, { hasText: 'Ctrl+Shift+E' }).waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await page.mouse.move(640, 500);
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await tip.filter({ hasText: 'Ctrl+Shift+E' }).waitFor();
  await page.keyboard.press('Tab');
  await tip.filter({ hasText: 'Ctrl+Shift+E' }).waitFor({ state: 'detached' });
});

test('nothing is wrong with the editor and its panels in German', async () => {
  const { longhand, made, owner } = editor;
  const page = await editor.open();
  await longhand.sql`update accounts set language = 'de' where id = ${made.account.id}`;
  await signInContext(owner, longhand, made.account);
  await page.reload();
  // The page reloads once to switch to the account's language.
  await page.locator('html[lang=de]').waitFor();
  await editable(page);
  const { look, findings } = startLooking(page, { isTranslated: true });
  await look('text');
  await page.keyboard.press('F1');
  await page.getByRole('dialog').waitFor();
  await look('palette', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const part of [
    ['settings', 'Control+Comma'],
    ['shortcuts', 'Control+Slash'],
    ['find', 'Control+KeyF'],
    ['export', 'Control+Shift+KeyE'],
    ['share', 'Control+Shift+KeyL'],
    ['history', 'Control+Shift+KeyH'],
  ] as const) {
    await lookAtPanel(page, look, part);
  }
  assert.deepEqual(findings, []);
});
