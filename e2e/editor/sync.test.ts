import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDisplayName } from '#lib/accounts/display-name';
import { checkPage } from '#e2e/support/editor/check-page';
import {
  latestHas,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  readText,
  stands,
} from '#e2e/support/editor/editor';
import { caretAtEnd, getText, typeAtEnd } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

/* All typed text is saved, and others' changes appear. */

const editor = useEditor({ words: 400, monologues: 20 });

test('what is typed is saved automatically: the latest version has it, the original never changes', async () => {
  const { made } = editor;
  const machine = await readText(made, 'machine');
  const page = await editor.open();
  // Records each state that the bar shows, however briefly.
  await page.evaluate(() => {
    const states: Array<string | undefined> = [];
    new MutationObserver(() =>
      states.push(document.querySelector<HTMLElement>('[data-saving]')?.dataset['saving']),
    ).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-saving'],
    });
    Object.assign(globalThis, { states });
  });
  await typeAtEnd(page, 'm2', ' typedone');
  await page.waitForFunction(() => {
    const { states } = globalThis as unknown as { states: string[] };
    return states.includes('changed') && states.at(-1) === 'saved';
  });
  assert.match(await readText(made, 'latest'), /typedone/);
  assert.equal(await readText(made, 'machine'), machine);
});

test('a save is shown once it has lasted, so that a quick one does not flicker', async () => {
  const page = await editor.open();
  const status = page.locator('[data-saving]');
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  await page.route('**/edit', async (route) => {
    await held;
    await route.continue();
  });
  await status.evaluate((shown) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(`${shown.dataset['saving']}: ${shown.textContent}`)).observe(shown, {
      ...{ subtree: true, childList: true, attributes: true },
    });
    Object.assign(globalThis, { seen });
  });
  await caretAtEnd(page, 'm3');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Saving…');
  finish();
  await expect(status).toHaveText('Saved');
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  const saving = seen.filter((one) => one.startsWith('saving'));
  assert.deepEqual([...new Set(saving)], ['saving: Saved', 'saving: Saving…']);
  await page.unroute('**/edit');
});

test('two people see each other, and each other’s words, with caret and scroll unmoved', async () => {
  const [anna, ben] = [await editor.open(), await editor.openAsGuest()];
  await anna.getByRole('list', { name: 'People in this transcript' }).getByText('Ben Guest').waitFor();
  await ben
    .getByRole('list', { name: 'People in this transcript' })
    .getByText(toDisplayName(editor.made.account.email))
    .waitFor();

  await caretAtEnd(anna, 'm10');
  await anna.keyboard.type(' anna');
  await stands(anna, 'saved');
  const visited = ben
    .locator('section[data-monologue="m10"]')
    .filter({ has: ben.locator('header[data-people]') });
  await visited.waitFor();
  const [line, color] = await visited.evaluate((section) => [
    getComputedStyle(section).borderInlineStartColor,
    section.style.getPropertyValue('--visitor'),
  ]);
  assert.equal(line, toRgb(color));
  const place = () =>
    anna.evaluate(() => {
      const range = getSelection()?.getRangeAt(0).getBoundingClientRect();
      return { top: Math.round(range?.top ?? 0), text: getSelection()?.anchorNode?.textContent };
    });
  const was = await place();
  await caretAtEnd(ben, 'm1');
  await ben.keyboard.insertText(` ${'long '.repeat(150)}`);
  await ben.keyboard.type('benlong');
  await stands(ben, 'saved');
  await anna.getByText('benlong').waitFor();
  const now = await place();
  assert.equal(now.text, was.text);
  assert.ok(Math.abs(now.top - was.top) <= 2, `the caret moved from ${was.top} to ${now.top}`);
  await anna.keyboard.type('here');
  await stands(anna, 'saved');
  assert.match(await getText(anna, 'm10'), /annahere$/);
  await ben.getByText('annahere').waitFor();
});

test('who is signed in is not asked for a name behind a link, and finds the way back', async () => {
  const { longhand, browser, made } = editor;
  const visitor = await longhand.createAccount();
  await longhand.sql`update accounts set display_name = 'Zoë Łuk' where id = ${visitor.id}`;
  const context = await ownerContext(browser, { longhand, account: visitor });
  const anna = await editor.open();
  const zoe = await openEditorTab(context, made.sharedUrl);
  await zoe.getByText('Editing as Zoë Łuk.').waitFor();
  await expect(zoe.getByLabel('Your name')).toHaveCount(0);
  const people = anna.getByRole('list', { name: 'People in this transcript' });
  await people.getByText('Zoë Łuk', { exact: true }).waitFor();
  await people.getByText('ZŁ', { exact: true }).waitFor();
  await checkPage(zoe);
  await zoe.getByRole('link', { name: 'Transcripts' }).click();
  await zoe.waitForURL('**/jobs');
});

test('where two change the same words, theirs stands in the text and mine beside it, to be used with one click', async () => {
  const { guest } = editor;
  const [anna, ben] = [await editor.open(), await editor.openAsGuest()];
  await guest.setOffline(true);
  await typeAtEnd(ben, 'm5', ' bensversion');
  await typeAtEnd(anna, 'm5', ' annasversion');
  await stands(anna, 'saved');
  await guest.setOffline(false);
  const card = ben.locator('[data-conflict]');
  await card.waitFor();
  await expect(card).toHaveText(/bensversion/);
  assert.match(await getText(ben, 'm5'), /annasversion/);
  await card.getByRole('button', { name: 'Keep mine' }).click();
  await latestHas(editor.made, 'bensversion');
  await card.waitFor({ state: 'detached' });
});

test('saving a word in 30,000 sends less than 4 KB', async () => {
  const large = await makeSharedTranscript(editor.longhand, { words: 30_000, monologues: 600 });
  const page = await openEditorTab(editor.guest, large.sharedUrl);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await typeAtEnd(page, 'm300', ' word');
  const bytes = Buffer.byteLength((await sent).postData() ?? '');
  await stands(page, 'saved');
  assert.ok(bytes > 0 && bytes <= 4096, `${bytes} bytes`);
});

/** Converts a color to the format of computed styles. */
function toRgb(hex = ''): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${channels.join(', ')})`;
}
