import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { getCaret, putCaret, shownMonologues } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/* A client's style guide: the format of timestamps, inaudible words and speakers. */

const editor = useEditor({ words: 120, monologues: 6 });
let page: Page;

before(async () => {
  page = await editor.open();
});

const texts = async () => (await shownMonologues(page)).map(({ text }) => text);
/** The second paragraph including its tags, which `texts` omits. */
const printed = async () => (await page.locator('.tiptap p').nth(1).textContent()) ?? '';
const undo = () => page.keyboard.press('Control+z');

test('the forms of times and tags are chosen once, and stay in the account', async () => {
  await page.keyboard.press('Control+Comma');
  const panel = page.locator('[data-panel=settings]');
  await panel.getByLabel('Times', { exact: true }).selectOption('[00:12:34]');
  const offset = panel.getByLabel('Time codes start at');
  await offset.fill('1:2');
  await expect(offset).not.toHaveAttribute('aria-invalid', 'true');
  await offset.fill('01:00:00:12');
  await expect(offset).toHaveAttribute('aria-invalid', 'true');
  await offset.fill('01:00:00:00');
  await offset.blur();
  await expect(offset).toHaveValue('01:00:00:00');
  await panel.getByLabel('Add the time to both').check();
  await expect(panel.getByText('For example: [inaudible 01:12:34]')).toBeVisible();
  await waitFor('the settings to be saved', async () => {
    const [row] = await editor.longhand.sql`
      select editor_settings from accounts where id = ${editor.made.account.id}`;
    const { timeForm, timeOffsetSeconds, tagTimes } = row?.['editor_settings'] ?? {};
    return (timeForm === '[00:12:34]' && timeOffsetSeconds === 3600 && tagTimes === true) || undefined;
  });
  await page.keyboard.press('Escape');
});

test('one key writes the time of the words at the caret, and one undo removes it', async () => {
  const [, second = ''] = await texts();
  await putCaret(page, { monologue: 1, offset: 0 });
  await page.keyboard.press('Alt+m');
  const [, written = ''] = await texts();
  assert.match(written, /^\[01:00:\d\d\] /);
  assert.equal(written.slice('[01:00:00] '.length), second);
  assert.deepEqual(await getCaret(page), { monologue: 1, offset: 11 });
  await undo();
  assert.equal((await texts())[1], second);
});

test('the key for inaudible words writes their time, too', async () => {
  const [, second = ''] = await texts();
  const length = second.indexOf(' ');
  await putCaret(page, { monologue: 1, offset: 0 }, { monologue: 1, offset: length });
  await page.keyboard.press('Alt+i');
  assert.match(await printed(), /^\[inaudible 01:00:\d\d\] /);
  await undo();
  await putCaret(page, { monologue: 1, offset: 0 });
  await page.keyboard.type('[cr');
  await page.keyboard.press('Enter');
  assert.match(await printed(), /^\[crosstalk 01:00:\d\d\] /);
  await undo();
  for (let i = 0; i < 3 && (await texts())[1] !== second; i++) await undo();
  assert.equal((await texts())[1], second);
});

test('exports write times in the same form', async () => {
  const answer = await editor.client.ask('export?format=text');
  assert.match(await answer.text(), /^[^\n]+ {2}01:00:00\n/);
});

test('one key begins a paragraph by the other speaker', async () => {
  const before = await shownMonologues(page);
  const [first] = before;
  assert.ok(first);
  const cut = first.text.indexOf(' ');
  await putCaret(page, { monologue: 0, offset: cut });
  await page.keyboard.press('Control+Shift+Enter');
  const after = await shownMonologues(page);
  assert.deepEqual(
    after.slice(0, 2).map(({ text, speaker }) => ({ text, isSame: speaker === first.speaker })),
    [
      { text: first.text.slice(0, cut), isSame: true },
      { text: first.text.slice(cut + 1), isSame: false },
    ],
  );
  await undo();
  assert.deepEqual(await shownMonologues(page), before);
});
