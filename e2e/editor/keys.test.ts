import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page, Request } from 'playwright';
import { freshPage } from '#e2e/support/browser';
import { openEditor, openEditorTab, ownerContext } from '#e2e/support/editor/editor';
import { holdTimers, releaseTimers } from '#e2e/support/editor/held-timers';
import { textRests } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { goesRound, keepsFocus } from '#e2e/support/keeps-focus';
import { waitFor } from '#e2e/support/wait';

/* The editor by keyboard: commands, their shortcuts and the reading view. */

const editor = useEditor({ words: 2400, monologues: 120 });
let page: Page;

beforeEach(async () => {
  page = await editor.open();
  await page.setViewportSize({ width: 1280, height: 800 });
  if ((await panel().count()) > 0) await panel().getByRole('button', { name: 'Close' }).first().click();
  await panel().waitFor({ state: 'detached' });
});

const text = (on = page) => on.locator('.tiptap');
const reading = (on = page) => on.locator('[data-reading]');
const panel = (on = page) => on.locator('[data-panel]');

/** Returns the name of the focused region. */
const region = () =>
  page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));

const regionIs = (name: string) =>
  waitFor(`the focus to be in the ${name}`, async () => ((await region()) === name ? true : undefined));

async function focusText(on = page): Promise<void> {
  await text(on).locator('p').first().click();
}

const saved = (id: string) =>
  waitFor('the settings to be saved', async () => {
    const [row] = await editor.longhand.sql`
      select editor_settings from accounts where id = ${editor.made.account.id}`;
    return JSON.stringify(row?.['editor_settings']).includes(id) ? true : undefined;
  });

test('F6 goes round the parts of the page, and the text is seen to have the focus', async () => {
  await page.keyboard.press('F6');
  await regionIs('text');
  // A ring: a line only at the top would look like a progress bar.
  const shadow = await page.locator('main').evaluate((main) => getComputedStyle(main).boxShadow);
  assert.match(shadow, /\) 0px 0px 0px 1px inset$/);
  await page.keyboard.press('Control+Comma');
  await panel().waitFor();
  const regions = await page
    .locator('[data-region]')
    .evaluateAll((all) => all.map((region) => region.getAttribute('data-region')));
  assert.deepEqual(regions.slice(0, 3), ['bar', 'text', 'panel']);
  const visited: Array<string | null | undefined> = [await region()];
  for (let i = 0; i < regions.length; i++) {
    await page.keyboard.press('F6');
    visited.push(await region());
  }
  const from = regions.indexOf('panel');
  assert.deepEqual(visited, [...regions.slice(from), ...regions.slice(0, from), 'panel']);
  await page.keyboard.press('Shift+F6');
  await regionIs('text');
});

/** Help chapters that the palette finds by words that their titles lack. */
const helpByWord = {
  timestamp: 'Help: Times and style guides',
  download: 'Help: History, sharing and export',
  paste: 'Help: Pasting',
  volume: 'Help: Editor',
};

test('the palette finds a command by name and does it, and help by what people call it', async () => {
  await focusText();
  await page.keyboard.press('Control+Shift+P');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Search commands')).toBeFocused();
  await page.keyboard.type('shortc');
  await expect(dialog.getByRole('option')).toHaveText([/^Shortcuts/, /^Help: Keyboard/]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await panel().getByRole('heading', { name: 'Shortcuts' }).waitFor();
  await page.keyboard.press('F1');
  await dialog.waitFor();
  await expect(dialog.getByRole('option').first(), 'lately used first').toHaveText(/^Shortcuts/);
  for (const [asked, topic] of Object.entries(helpByWord)) {
    await page.getByLabel('Search commands').fill(asked);
    await dialog.getByRole('option', { name: topic }).waitFor();
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('Escape closes the palette first, then the panel, and leads back to the text', async () => {
  await focusText();
  await page.keyboard.press('Control+Slash');
  await panel().waitFor();
  await page.keyboard.press('F1');
  await expect(page.getByLabel('Search commands')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect(panel()).toHaveCount(1);
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  await regionIs('text');
});

for (const title of ['Text snippets', 'Speakers']) {
  test(`Tab goes round in the dialog “${title}”, and Escape leads back to the text`, async () => {
    await focusText();
    await page.keyboard.press('F1');
    await page.getByLabel('Search commands').fill(title);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await goesRound(page, dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await regionIs('text');
  });
}

test('what a key opens has the focus before the next key, which never lands in the text', async () => {
  await focusText();
  const before = await text().innerText();
  const focused = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement;
      return [field.ariaLabel ?? field.labels?.[0]?.textContent, field.value];
    });
  const isSecond = () =>
    page.evaluate(() => document.activeElement === document.querySelectorAll('[role=menuitem]')[1]);
  await holdTimers(page);
  await page.keyboard.press('F1');
  await page.keyboard.type('speakers');
  assert.deepEqual(await focused(), ['Search commands', 'speakers']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Zoe');
  assert.deepEqual(await focused(), ['New speaker', 'Zoe']);
  await releaseTimers(page);
  assert.deepEqual(await focused(), ['New speaker', 'Zoe']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await holdTimers(page);
  await page.keyboard.press('Control+Shift+Period');
  await page.keyboard.press('ArrowDown');
  assert.equal(await isSecond(), true);
  await releaseTimers(page);
  await page.keyboard.press('Tab');
  assert.equal(await isSecond(), true);
  await page.keyboard.press('Escape');
  await regionIs('text');
  assert.equal(await text().innerText(), before);
});

test('what a key opens has the focus within its event', async () => {
  await focusText();
  for (const [key, opened] of [
    [{ key: 'F1', code: 'F1' }, '[role=dialog]'],
    [{ key: ':', code: 'Period', ctrlKey: true, shiftKey: true }, '[role=menu]'],
    [{ key: 's', code: 'KeyS', altKey: true }, '[role=menu]'],
  ] as const) {
    const isInside = await page.evaluate(
      async ([key, opened]) => {
        const pressed = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(pressed);
        for (let i = 0; i < 10; i++) await Promise.resolve();
        return document.activeElement?.closest(opened) != null;
      },
      [key, opened] as const,
    );
    assert.ok(isInside, `${key.code}: ${opened}`);
    await page.keyboard.press('Escape');
    await regionIs('text');
  }
});

test('Escape leads from the dialog of a custom tag back to the text', async () => {
  await focusText();
  await page.keyboard.press('Control+Shift+Period');
  await page.getByRole('menuitem', { name: 'Custom text…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Custom tag' });
  await goesRound(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await regionIs('text');
});

test('the dialog of a foot pedal has the focus, and gives it back to its button', async () => {
  await page.keyboard.press('F1');
  await page.getByLabel('Search commands').fill('Settings');
  await page.keyboard.press('Enter');
  await keepsFocus(page, panel().getByRole('button', { name: 'Foot pedal…' }));
});

test('Tab and Shift+Tab leave the text', async () => {
  await focusText();
  await page.keyboard.press('Control+Slash');
  await panel().waitFor();
  for (const key of ['Tab', 'Shift+Tab']) {
    await focusText();
    await page.keyboard.press(key);
    assert.equal(await text().evaluate((it) => it.contains(document.activeElement)), false, key);
  }
});

/** Assigns the reading view another key in the sheet of shortcuts. */
async function remap(on: Page, key: string): Promise<void> {
  await on.keyboard.press('Control+Slash');
  await panel(on).getByRole('button', { name: 'Edit shortcuts' }).click();
  await panel(on).getByRole('button', { name: 'Add a shortcut for “Reading view”' }).click();
  await on.getByRole('button', { name: 'Press a shortcut…' }).waitFor();
  await on.keyboard.press(key);
  await expect(on.getByRole('button', { name: `Use ${key}` })).toBeFocused();
  await on.keyboard.press('Enter');
}

test('a key of one’s own is still there after a reload, for the owner in the account', async () => {
  await remap(page, 'F8');
  await saved('F8');
  await openEditor(page, editor.made.url);
  await page.keyboard.press('F8');
  await reading().waitFor();
  await page.keyboard.press('Control+E');
  await reading().waitFor({ state: 'detached' });
  const elsewhere = await openEditorTab(await ownerContext(editor.browser, editor.made), editor.made.url);
  await elsewhere.keyboard.press('F8');
  await reading(elsewhere).waitFor();
});

test('saving a setting restarts nothing: the open text stays', async () => {
  const streams: string[] = [];
  const note = (request: Request) => void (request.url().includes('/events') && streams.push(request.url()));
  page.on('request', note);
  await page.keyboard.press('Control+Comma');
  await panel().getByRole('checkbox', { name: 'Check spelling' }).click();
  await saved('"spellcheck":false');
  await focusText();
  const save = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.type('Still here. ');
  assert.equal((await save).status(), 200);
  assert.deepEqual(streams, []);
  page.off('request', note);
});

test('a setting that is changed as the page is left is saved by the next one', async () => {
  await page.keyboard.press('Control+Comma');
  const spelling = () => panel().getByRole('checkbox', { name: 'Check spelling' });
  await expect(spelling()).not.toBeChecked();
  await spelling().click();
  await openEditor(page, editor.made.url);
  await saved('"spellcheck":true');
  await page.keyboard.press('Control+Comma');
  await expect(spelling()).toBeChecked();
});

test('a guest’s keys are stored in the browser', async () => {
  const guest = await freshPage(editor.browser);
  await openEditor(guest, editor.made.sharedUrl);
  await guest.keyboard.press('F8');
  await expect(reading(guest), 'the owner’s keys are the owner’s').toHaveCount(0);
  await remap(guest, 'F9');
  await waitFor('the settings to be stored', () =>
    guest.evaluate(() => localStorage.getItem('longhand.editor-settings') ?? undefined),
  );
  await openEditor(guest, editor.made.sharedUrl);
  await guest.keyboard.press('F9');
  await reading(guest).waitFor();
});

test('a key that another command has is taken over only when that is wanted; one that types is refused', async () => {
  await page.keyboard.press('Control+Slash');
  await panel().getByRole('button', { name: 'Edit shortcuts' }).click();
  await panel().getByRole('button', { name: 'Add a shortcut for “Settings”' }).click();
  await page.keyboard.press('k');
  await page.getByText('This key types a character').waitFor();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.keyboard.press('Control+E');
  await page.getByText('Ctrl+E is already assigned to “Reading view”.').waitFor();
  await page.getByRole('button', { name: 'Reassign Ctrl+E' }).click();
  await panel().getByRole('button', { name: 'Remove Ctrl+E from “Settings”' }).waitFor();
  await expect(panel().getByRole('button', { name: 'Remove Ctrl+E from “Reading view”' })).toHaveCount(0);
  await panel().getByRole('button', { name: 'Reset all shortcuts' }).click();
  await panel().getByRole('button', { name: 'Remove Ctrl+E from “Reading view”' }).waitFor();
});

test('with the preset Tab, the way out of the text is shown and works', async () => {
  await page.keyboard.press('Control+Comma');
  await panel().getByLabel('Preset').selectOption('tab');
  await panel().getByText('To leave the text, press Esc then Tab, or F6.').waitFor();
  await waitFor('the description', async () =>
    (await text().getAttribute('aria-description'))?.includes('press Esc, Tab') === true ? true : undefined,
  );
  await focusText();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await regionIs('panel');
  await panel().getByLabel('Preset').selectOption('longhand');
});

test('moving to another monologue by keyboard tells which, typing and clicking do not', async () => {
  const said = page.locator('[aria-live=polite]').last();
  await focusText();
  await page.keyboard.type('Now');
  await page.keyboard.press('Control+End');
  await waitFor('the announcement', async () =>
    /^Paragraph 120 of 120, Speaker 3, \d+ minutes/.test((await said.textContent()) ?? '') ? true : undefined,
  );
});

/** Returns the first monologue in view. */
const topMonologue = () =>
  page.evaluate(() => {
    const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll<HTMLElement>('[data-monologue]')]
      .filter((element) => element.checkVisibility())
      .find((element) => element.getBoundingClientRect().bottom > top + 16)?.dataset['monologue'];
  });

test('the reading view keeps the place, is not editable and shows what was typed', async () => {
  await focusText();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Kept words. ');
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight / 2));
  await textRests(page);
  const place = await topMonologue();
  assert.notEqual(place, 'm0');
  await page.keyboard.press('Control+E');
  await reading().waitFor();
  await waitFor(`the place ${place} in the reading view`, async () =>
    (await topMonologue()) === place ? true : undefined,
  );
  await expect(reading().locator('[contenteditable=true]')).toHaveCount(0);
  await expect(reading().getByRole('article')).toHaveCount(120);
  const first = reading().getByRole('article').first();
  await expect(first.locator('p')).toHaveText(/^Kept words\. /);
  await expect(first.getByRole('heading')).toHaveText('Speaker 1, 0 seconds');
  await regionIs('text');
  await page.keyboard.press('Control+E');
  await reading().waitFor({ state: 'detached' });
  await waitFor(`the place ${place} in the text`, async () =>
    (await topMonologue()) === place ? true : undefined,
  );
  await expect(text()).toBeFocused();
});
