import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { maxSearchMs } from '#components/editor/find/search-in-worker.ts';
import { seriousFindings } from '#e2e/support/accessibility';
import { announced } from '#e2e/support/editor/editor';
import { focusText, getCaret, textHasFocus } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { pressUntilFocused } from '#e2e/support/press-until-focused';

/* Speakers, tags, and find and replace, each by keyboard alone, some by pointer as well. */

const editor = useEditor({ words: 120, monologues: 12 });
let page: Page;

/** Opens a transcript of 120 words by three speakers in turn, with the caret at its beginning. */
beforeEach(async () => {
  page = await editor.open();
  await editor.reset();
  await page.setViewportSize({ width: 1280, height: 800 });
  await focusText(page);
  await page.keyboard.press('Control+Home');
});

/** Lists each monologue's speaker and text. */
const lines = (): Promise<string[]> =>
  page
    .locator('.tiptap > section')
    .evaluateAll((sections) =>
      sections.map(
        (section) =>
          `${section.querySelector("[data-role='speaker']")?.textContent}: ${section.querySelector('p')?.textContent}`,
      ),
    );
const speakers = async (): Promise<string[]> => (await lines()).map((line) => line.split(':')[0] ?? '');
const texts = async (): Promise<string[]> => (await lines()).map((line) => line.replace(/^[^:]*: /, ''));
const said = (text: string) => announced(page, text);
const menuItem = (name: string | RegExp) =>
  page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name }));

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Moves down an open menu with the arrow keys, and presses Enter on the item of this name. */
async function choose(name: string | RegExp): Promise<void> {
  const item = menuItem(name).first();
  await item.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[role=menu]') !== null);
  await pressUntilFocused(item, 'ArrowDown');
  await press('Enter');
}

/** Presses Tab until the control of this name has the focus. */
async function reach(role: 'button' | 'textbox', name: string): Promise<void> {
  await pressUntilFocused(page.getByRole(role, { name, exact: true }));
}

const assertAccessible = async (within = 'body') =>
  assert.deepEqual(await seriousFindings(page, { within }), []);

/** Waits until the editor has read a selection made in the browser. */
const isSelected = () =>
  page.waitForFunction(() => {
    const text = document.querySelector('.tiptap') as unknown as {
      editor: { state: { selection: { empty: boolean } } };
    };
    return !text.editor.state.selection.empty;
  });

test('a speaker is renamed everywhere, and undone', async () => {
  const before = await speakers();
  await press('Alt+KeyS');
  await choose('Rename, merge, colors…');
  await page.getByRole('textbox', { name: 'Name of Speaker 1' }).waitFor();
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Name of Speaker 1',
  );
  await page.keyboard.type('Åsa <b>Łuk</b> \u202e אב');
  await press('Enter');
  await said('Speaker 1 renamed to');
  await assertAccessible('[role=dialog]');
  await press('Escape');
  await textHasFocus(page);
  const renamed = 'Åsa <b>Łuk</b> אב';
  assert.deepEqual(
    await speakers(),
    before.map((name) => (name === 'Speaker 1' ? renamed : name)),
  );
  await press('Control+KeyZ');
  assert.deepEqual(await speakers(), before);
});

test('this and all following monologues of a speaker are given to another by keyboard', async () => {
  await press('Alt+KeyS');
  await page.getByRole('menu').waitFor();
  await assertAccessible('[role=menu]');
  await choose(/^This and all following by Speaker 1 \(4\)$/);
  await choose(/^Speaker 3/);
  await said('Speaker of 4 paragraphs: Speaker 3');
  await textHasFocus(page);
  assert.ok(!(await speakers()).includes('Speaker 1'));
  await press('Control+KeyZ');
  assert.equal((await speakers()).filter((name) => name === 'Speaker 1').length, 4);
});

test('selected words become a monologue of another speaker, with one undo', async () => {
  const before = await lines();
  const [one, two, ...rest] = ((await texts())[0] ?? '').split(' ');
  await press('Control+ArrowRight', 'Control+Shift+ArrowRight');
  await isSelected();
  await press('Alt+Digit2');
  await said('Speaker: Speaker 2');
  const after = await lines();
  assert.deepEqual(after.slice(0, 3), [
    `Speaker 1: ${one}`,
    `Speaker 2: ${two}`,
    `Speaker 1: ${rest.join(' ')}`,
  ]);
  assert.equal(after.length, before.length + 1 + 1);
  await press('Control+KeyZ');
  assert.deepEqual(await lines(), before);
});

test('a click on a name gives that monologue to a new speaker', async () => {
  await page.locator("[data-role='speaker']").nth(1).click();
  await menuItem('New speaker…').click();
  await page.getByRole('textbox', { name: 'New speaker' }).fill('Дмитрий');
  await page.getByRole('button', { name: 'Add and assign' }).click();
  await said('Speaker: Дмитрий');
  assert.deepEqual((await speakers()).slice(0, 3), ['Speaker 1', 'Дмитрий', 'Speaker 3']);
});

test('a speaker is colored, merged into another, and an unused one removed, by keyboard', async () => {
  await press('Alt+KeyS');
  await choose('Rename, merge, colors…');
  await reach('button', 'Color of Speaker 2');
  await press('Enter');
  await choose('Olive');
  await expect(page.locator('.tiptap > section').nth(1)).toHaveAttribute('data-color', '7');
  await reach('button', 'Merge Speaker 2 into another speaker');
  await press('Enter');
  await choose('Speaker 1');
  await said('Speaker 2 merged into Speaker 1');
  assert.ok(!(await speakers()).includes('Speaker 2'));
  await reach('textbox', 'New speaker');
  await page.keyboard.type('Nobody');
  await press('Enter');
  await reach('button', 'Remove Nobody');
  await press('Enter');
  await said('Nobody removed');
  await assertAccessible('[role=dialog]');
  await press('Escape');
  await textHasFocus(page);
});

test('a tag is made by typing its beginning; Escape leaves the text as it was typed', async () => {
  const first = (await texts())[0] ?? '';
  await press('End');
  await page.keyboard.type(' [lau');
  await page.getByRole('option', { name: '[laughter]' }).waitFor();
  await assertAccessible();
  await press('Enter');
  assert.equal((await texts())[0], `${first} [laughter]`);
  await expect(page.locator('.tiptap [data-tag]')).toHaveCount(1);
  await page.keyboard.type(' [a door slams]');
  assert.equal((await texts())[0], `${first} [laughter] [a door slams]`);
  await expect(page.locator('.tiptap [data-tag]')).toHaveCount(2);
  await page.keyboard.type(' [mus');
  await page.getByRole('listbox').waitFor();
  await press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await press('Enter');
  assert.deepEqual((await texts()).slice(0, 2), [`${first} [laughter] [a door slams] [mus`, '']);
});

test('a tag in place of words keeps them, and gives them back', async () => {
  const first = (await texts())[0] ?? '';
  const [one, two, ...rest] = first.split(' ');
  await press('Control+ArrowRight', 'Control+Shift+ArrowRight');
  await isSelected();
  await press('Alt+KeyI');
  assert.equal((await texts())[0], [one, '[inaudible]', ...rest].join(' '));
  const tag = page.locator('.tiptap [data-tag]');
  await expect(tag).toHaveAttribute('title', new RegExp(`${two}$`));
  await tag.click();
  await menuItem(/^Restore words/).click();
  assert.equal((await texts())[0], first);
  // The words are selected: opens the menu of tags by keyboard.
  await press('Control+Shift+Period');
  await page.getByRole('menu').waitFor();
  await assertAccessible('[role=menu]');
  await choose('Custom text…');
  await expect(page.getByRole('textbox', { name: 'Tag text' })).toBeFocused();
  await page.keyboard.type('cough');
  await press('Enter');
  await textHasFocus(page);
  assert.equal((await texts())[0], [one, '[cough]', ...rest].join(' '));
  await press('Control+KeyZ');
  assert.equal((await texts())[0], first);
});

test('Enter of an input method is left to it while tags are offered', async () => {
  await press('End');
  await page.keyboard.type(' [l');
  await page.getByRole('listbox').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    windowsVirtualKeyCode: 229,
    key: 'Enter',
    code: 'Enter',
  });
  await devtools.send('Input.insertText', { text: '蚊' });
  await devtools.detach();
  assert.match((await texts())[0] ?? '', / \[l蚊$/);
  await expect(page.locator('.tiptap [data-tag]')).toHaveCount(0);
});

const count = () => page.locator('[data-count]');
const painted = (name: string) => page.evaluate((name) => CSS.highlights.get(name)?.size ?? 0, name);

test('places are found, gone through by keys, painted, and left with the caret on the last one', async () => {
  const all = (await texts()).join('\n');
  const total = all.match(/the/gi)?.length ?? 0;
  const whole = all.match(/\bthe\b/gi)?.length ?? 0;
  assert.ok(total > whole && whole > 2, 'the made-up text has both');
  await press('Control+KeyF');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Find');
  await page.keyboard.type('THE');
  await count().getByText(`1 of ${total}`).waitFor();
  await press('Enter');
  await count().getByText(`2 of ${total}`).waitFor();
  await press('F3');
  await count().getByText(`3 of ${total}`).waitFor();
  await press('Control+KeyG');
  await count().getByText(`4 of ${total}`).waitFor();
  await press('Shift+Enter', 'Shift+F3', 'Shift+F3', 'Shift+F3');
  await count().getByText(`${total} of ${total}`).waitFor();
  await page.waitForFunction(() => CSS.highlights.get('found-current')?.size === 1);
  assert.ok((await painted('found')) > 0);
  await assertAccessible('search');
  await reach('button', 'Whole words');
  await press('Space');
  await count().getByText(`of ${whole}`).waitFor();
  await press('Space');
  await count().getByText(`of ${total}`).waitFor();
  await press('Escape');
  await textHasFocus(page);
  assert.equal((await page.evaluate(() => String(getSelection()))).toLowerCase(), 'the');
  assert.equal(await painted('found'), 0);
  await press('Control+KeyG');
  await page.getByRole('form', { name: 'Go to time' }).getByRole('textbox').press('Escape');
  await textHasFocus(page);
});

test('one match and then all are replaced, each undone by one undo', async () => {
  const before = await lines();
  await press('Control+KeyH');
  await page.keyboard.type('(t)(h)');
  await press('Tab');
  await page.keyboard.type('$2-$1');
  await reach('button', 'Regular expression');
  await press('Space');
  const total = (await texts()).join('\n').match(/th/gi)?.length ?? 0;
  await page.getByRole('button', { name: `Replace all (${total})` }).waitFor();
  await pressUntilFocused(page.getByRole('textbox', { name: 'Replace with' }), 'Shift+Tab');
  await press('Enter');
  await said(`${total - 1} matches left`);
  assert.equal((await texts()).join('\n').match(/h-t/gi)?.length, 1);
  await reach('button', `Replace all (${total - 1})`);
  await press('Enter');
  await said(`Replaced ${total - 1} matches`);
  await page
    .locator('[data-count]')
    .getByText(`All ${total - 1} replaced`)
    .waitFor();
  assert.deepEqual(
    await lines(),
    before.map((line) => line.replace(/t(h)/gi, (all) => `${all[1]}-${all[0]}`)),
  );
  await press('F6');
  // The bar has an Undo button, too, whose name is only that word.
  await pressUntilFocused(page.getByRole('button', { name: /^Undo Replaced \d+ matches/ }));
  await assertAccessible();
  await press('Enter');
  await said('Replacement undone');
  assert.equal((await texts()).join('\n').match(/h-t/gi)?.length, 1);
  // The focus is back on the find bar, and all can be replaced again.
  await page.getByRole('button', { name: `Replace all (${total - 1})` }).waitFor();
  await reach('button', `Replace all (${total - 1})`);
  await press('Enter');
  await page.getByRole('region', { name: `Replaced ${total - 1} matches` }).waitFor();
  await press('Escape', 'Control+KeyZ');
  await page.getByRole('region', { name: /^Replaced/ }).waitFor({ state: 'detached' });
  assert.equal((await texts()).join('\n').match(/h-t/gi)?.length, 1);
  await press('Control+KeyZ');
  assert.deepEqual(await lines(), before);
  await press('Control+KeyF');
  await reach('button', 'Regular expression');
  await press('Space', 'Escape');
});

test('everything fits a phone', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  const fits = async () =>
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      'wider than the phone',
    );
  await page.locator("[data-role='speaker']").first().click();
  await menuItem('Rename, merge, colors…').click();
  await page.getByRole('textbox', { name: 'Name of Speaker 1' }).waitFor();
  await fits();
  await press('Escape');
  await textHasFocus(page);
  await press('Control+KeyH');
  await page.keyboard.type('the');
  await page.getByRole('button', { name: /^Replace all \(\d/ }).waitFor();
  await fits();
  await assertAccessible();
  await press('Escape');
});

test('an invalid expression is explained, and one without end freezes nothing', async () => {
  await press('Control+KeyF');
  await page.keyboard.type('(the');
  await reach('button', 'Regular expression');
  await press('Space');
  await page.getByRole('alert').getByText('Invalid regular expression').waitFor();
  const field = page.getByRole('textbox', { name: 'Find', exact: true });
  await field.fill('\\bthe\\b');
  await count()
    .getByText(/^1 of \d+$/)
    .waitFor();
  // Stops the page's clock, so that no search times out: it would advance while the page handles a key.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(3_600_000);
  await field.fill('((\\w|\\s)+)+#');
  await count().getByText('Searching…').waitFor();
  await focusText(page);
  await press('Control+End');
  const last = (await texts()).at(-1) ?? '';
  assert.deepEqual(await getCaret(page), { monologue: 11, offset: last.length });
  await page.clock.runFor(maxSearchMs - 1);
  await expect(count().getByText('Searching…')).toHaveCount(1);
  await page.clock.runFor(1);
  await page.getByRole('alert').getByText('takes too long').waitFor();
  await page.clock.resume();
  await field.fill('\\bthe\\b');
  await count()
    .getByText(/^1 of \d+$/)
    .waitFor();
});
