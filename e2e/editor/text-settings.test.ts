import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { announced, noteAnnouncements, openEditor, stands } from '#e2e/support/editor/editor';
import { caretAtEnd, getText, typeAtEnd } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

// Only with --all: what one sets once.

/* The text's appearance, by the user's settings, and the editor's automatic changes during typing. */

const editor = useEditor();
let page: Page;

beforeEach(async () => {
  page = await editor.open();
});

async function openSettings() {
  await page.keyboard.press('Control+Comma');
  const panel = page.locator('[data-panel=settings]');
  await panel.waitFor();
  return panel;
}

test('sentences are capitalized in one undo step', async () => {
  await caretAtEnd(page, 'm1');
  await page.keyboard.type(' so it ends. and Bob asks? yes');
  const typed = await getText(page, 'm1');
  await page.keyboard.press('Alt+Shift+KeyC');
  await announced(page, 'Sentences capitalized');
  const capitalized = await getText(page, 'm1');
  assert.ok(capitalized.endsWith(' so it ends. And Bob asks? Yes'), capitalized);
  await page.keyboard.press('Alt+Shift+KeyC');
  await announced(page, 'Nothing to capitalize');
  await page.keyboard.press('Control+KeyZ');
  assert.equal(await getText(page, 'm1'), typed);
  await stands(page, 'saved');
});

const endsWith = (monologue: string, text: string) =>
  waitFor(
    `“${text}” at the end of ${monologue}`,
    async () => (await getText(page, monologue)).endsWith(text) || undefined,
  );

test('the paragraph that was chosen by the key is capitalized, wherever the caret is when the script has come', async () => {
  // Each page loads the script only once.
  await openEditor(page, editor.made.url);
  await typeAtEnd(page, 'm4', ' so it ends. and Ann asks? yes');
  await typeAtEnd(page, 'm5', ' so it ends. and Bob asks? yes');
  const scripts = '**/_next/static/**';
  await page.route(scripts, (route) => route.abort());
  await caretAtEnd(page, 'm4');
  const wasSaid = await noteAnnouncements(page);
  await page.keyboard.press('Alt+Shift+KeyC');
  await wasSaid('Couldn’t reach the server. Try again.');
  assert.match(await getText(page, 'm4'), / and Ann asks\? yes$/);
  await page.unroute(scripts);

  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest(scripts);
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await caretAtEnd(page, 'm4');
  await page.keyboard.press('Alt+Shift+KeyC');
  await asked;
  await typeAtEnd(page, 'm0', ' typed ahead of it');
  await caretAtEnd(page, 'm5');
  release();
  await endsWith('m4', ' so it ends. And Ann asks? Yes');
  await page.keyboard.type('!');
  await endsWith('m5', ' so it ends. and Bob asks? yes!');
  await page.unroute(scripts);
  await stands(page, 'saved');
});

test('a new paragraph begins with a capital once the setting says so', async () => {
  const count = await page.locator('section[data-monologue]').count();
  const begins = (letters: string) =>
    page.waitForFunction((asked) => {
      const { anchorNode } = getSelection() ?? {};
      return anchorNode?.nodeValue?.startsWith(asked) === true;
    }, letters);
  await caretAtEnd(page, 'm2');
  await page.keyboard.type(' zebra');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await begins('zebra');
  await page.keyboard.press('Control+KeyZ');
  const panel = await openSettings();
  await panel.getByLabel('Start a new paragraph with a capital letter').check();
  await page.keyboard.press('Escape');
  await page.locator('[role=textbox].tiptap').focus();
  await page.keyboard.press('Enter');
  await begins('Zebra');
  await page.keyboard.press('Control+KeyZ');
  await expect(page.locator('section[data-monologue]')).toHaveCount(count);
  assert.match(await getText(page, 'm2'), / zebra$/);
  await stands(page, 'saved');
});

test('a snippet takes the place of its abbreviation, in one undo step, and is kept', async () => {
  const panel = await openSettings();
  await panel.getByRole('button', { name: 'Text snippets…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Text snippets' });
  await dialog.getByRole('button', { name: 'Add snippet' }).click();
  await dialog.getByText('Enter an abbreviation.').waitFor();
  for (const [abbreviation, text] of [
    ['btw', 'by the way'],
    [';int', '[inaudible]'],
  ] as const) {
    await dialog.getByLabel('Abbreviation').fill(abbreviation);
    await dialog.getByLabel('Text', { exact: true }).fill(text);
    await dialog.getByLabel('Text', { exact: true }).press('Enter');
    await dialog.getByRole('button', { name: `Edit ${abbreviation}` }).waitFor();
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Text snippets…' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');

  await caretAtEnd(page, 'm3');
  await page.keyboard.type(' btw, ;int.');
  assert.match(await getText(page, 'm3'), / by the way, \[inaudible\]\.$/);
  await page.locator('section[data-monologue=m3] [data-tag]').waitFor();
  await page.keyboard.press('Control+KeyZ');
  assert.match(await getText(page, 'm3'), / by the way, ;int\.$/);
  await stands(page, 'saved');

  // An input method's composition triggers no replacement.
  const session = await page.context().newCDPSession(page);
  await page.keyboard.type(' btw');
  await session.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.insertText', { text: '。' });
  assert.match(await getText(page, 'm3'), / btw。$/);
  await stands(page, 'saved');
  await page.close();

  const again = await editor.open();
  await caretAtEnd(again, 'm4');
  await again.keyboard.type(' btw ');
  assert.match(await getText(again, 'm4'), / by the way $/);
  await stands(again, 'saved');
});

test('the text’s width and line spacing are chosen, and kept', async () => {
  await page.setViewportSize({ width: 1440, height: 800 });
  const measure = () =>
    page.evaluate(() => {
      const text = document.querySelector('[role=textbox].tiptap') ?? document.body;
      return {
        width: Math.round(text.getBoundingClientRect().width),
        line: Number.parseFloat(getComputedStyle(text).lineHeight),
      };
    });
  const normal = await measure();
  const panel = await openSettings();
  await panel.getByLabel('Text width').selectOption('Narrow');
  await panel.getByLabel('Line spacing').selectOption('Relaxed');
  await page.keyboard.press('Escape');
  const chosen = await measure();
  assert.ok(chosen.width < normal.width - 100, `${chosen.width} of ${normal.width}`);
  assert.equal(chosen.line, normal.line * 1.25);
  await page.keyboard.press('Control+KeyE');
  await page.locator('[data-reading]').waitFor();
  assert.equal(
    await page.evaluate(() =>
      Math.round(document.querySelector('[data-reading]')?.getBoundingClientRect().width ?? 0),
    ),
    chosen.width,
  );
  await page.close();
  const again = await editor.open();
  await again.setViewportSize({ width: 1440, height: 800 });
  await again.waitForFunction(
    (width) =>
      Math.round(document.querySelector('[role=textbox].tiptap')?.getBoundingClientRect().width ?? 0) ===
      width,
    chosen.width,
  );
});

test('the theme is chosen in the settings and in the palette, for every page, and no page shows another first', async () => {
  const schemes = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { schemes: Array<string | null> }).schemes);
  const { owner, longhand } = editor;
  await owner.addInitScript(() => {
    const seen: Array<string | null> = [];
    Object.assign(globalThis, { schemes: seen });
    new MutationObserver(() => {
      const scheme = document.documentElement?.getAttribute('data-mantine-color-scheme') ?? null;
      if (scheme !== null && seen.at(-1) !== scheme) seen.push(scheme);
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
  });
  await page.emulateMedia({ colorScheme: 'light' });
  const panel = await openSettings();
  await panel.getByLabel('Theme').selectOption('Dark');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  const other = await owner.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto(`${longhand.baseUrl}/settings/preferences`);
  await other.locator('html[data-mantine-color-scheme=dark]').waitFor();
  const select = other.getByRole('combobox', { name: 'Theme' });
  await other.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('[aria-label=Theme]')?.value === 'dark',
  );
  assert.deepEqual(await schemes(other), ['dark']);
  // Other tabs adopt the choice.
  await select.selectOption('Light');
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();

  await page.keyboard.press('F1');
  await page.getByRole('dialog').getByRole('textbox').fill('Theme: dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await announced(page, 'Theme: dark');

  await other.goto(longhand.baseUrl);
  await other.locator('html[data-mantine-color-scheme=dark]').waitFor();
  assert.deepEqual(await schemes(other), ['dark']);
  const picture = other.getByRole('img', { name: 'The transcript editor' });
  assert.match(
    await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.currentSrc;
    }),
    /\/editor-dark\.webp$/,
  );
});
