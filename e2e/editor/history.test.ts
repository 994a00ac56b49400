import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { toText as printed, type Edit, type EditedMonologue } from '#lib/transcript/edit';
import { toDisplayName } from '#lib/accounts/display-name';
import { checkPage, hostile, unharmed } from '#e2e/support/editor/check-page';
import { stands } from '#e2e/support/editor/editor';
import { createGuestClient, type EditorClient } from '#e2e/support/editor/editor-client';
import { getText, caretAtEnd } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';

/* Every version can be found, read, compared, named and restored. */

const editor = useEditor({ words: 200, monologues: 20 });
let guest: EditorClient;
let page: Page;

before(async () => {
  guest = createGuestClient(editor.made, `Ben ${hostile}`);
  const machine = await editor.client.read();
  await saved(guest.save(0, { put: [altered(machine, 'm0', (words) => ['zero', ...words.slice(1)])] }));
  await saved(editor.client.save(1, { put: [altered(machine, 'm1', (words) => words.slice(2))] }));
  const added = altered(machine, 'm2', (words) => [...words, 'one', 'two', hostile]);
  await saved(editor.client.save(2, { put: [added], speakers: machine.speakers.map(renamed) }));
});
beforeEach(async () => {
  page = await editor.open();
});

const renamed = (speaker: Edit['speakers'][number]) =>
  speaker.id === 2 ? { ...speaker, name: `Carl ${hostile}` } : speaker;

function altered({ monologues }: Edit, id: string, change: (words: string[]) => string[]): EditedMonologue {
  const found = monologues.find((monologue) => monologue.id === id);
  return saying(found, change(printed(found?.content ?? []).split(' ')).join(' '));
}

async function saved(answer: Promise<Response>): Promise<void> {
  const { status } = await answer;
  assert.equal(status, 200);
}

const panel = () => page.getByRole('complementary', { name: 'History' });
const row = (number: number) => panel().locator(`[data-revision="${number}"]`);
const past = () =>
  page.locator('main').filter({ has: page.getByRole('button', { name: 'Back to transcript' }) });

test('the history shows who changed what, newest first, and the machine’s version last', async () => {
  await page.getByRole('button', { name: 'History' }).click();
  await row(0).waitFor();
  await row(3)
    .getByText(`Renamed \u2068Speaker 3\u2069 to \u2068Carl ${hostile}\u2069 · Edited text`)
    .waitFor();
  await panel().getByRole('button', { name: '2 saves' }).click();
  const shown = await panel()
    .locator('[data-revision]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['revision']));
  assert.deepEqual(shown, ['3', '2', '1', '0']);
  await row(2).getByText(toDisplayName(editor.made.account.email)).waitFor();
  await expect(row(2)).toHaveText(/Edited 1 paragraph/);
  await expect(row(1)).toHaveText(/Edited 1 paragraph\s+Ben <img src=x onerror=.* \(guest\)/, {
    useInnerText: true,
  });
  await row(3)
    .getByText(`Renamed \u2068Speaker 3\u2069 to \u2068Carl ${hostile}\u2069 · Edited 1 paragraph`)
    .waitFor();
  await unharmed(page);
});

test('a version is named by keyboard, and the name stands in the history', async () => {
  await row(1).getByRole('button', { name: 'Name version 1' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('After Ben’s <b>work</b>');
  await page.keyboard.press('Enter');
  await row(1).getByText('After Ben’s <b>work</b>').waitFor();
  const list = (await (await editor.client.ask('revisions')).json()) as {
    revisions: Array<{ name?: string }>;
  };
  assert.equal(list.revisions[2]?.name, 'After Ben’s <b>work</b>');
});

test('a version is read in place of the text, which comes back with the focus', async () => {
  const open = row(1).getByRole('button').first();
  await open.focus();
  await page.keyboard.press('Enter');
  await past()
    .getByRole('heading', { name: /^After Ben’s <b>work<\/b> from .* by Ben/ })
    .waitFor();
  await expect(past().locator('[data-version-of="m0"] p')).toHaveText(/^zero /);
  await expect(past().locator('[data-version-of="m2"] p')).not.toHaveText(/one two/);
  await expect(past().locator('[contenteditable=true]')).toHaveCount(0);
  const text = page.locator('[data-editing]');
  const before = await text.textContent();
  for (const key of ['Alt+1', 'Alt+2', 'Alt+i', 'Alt+s']) await page.keyboard.press(key);
  assert.equal(await text.textContent(), before);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await checkPage(page);
  await past().getByRole('button', { name: 'Back to transcript' }).click();
  await expect(open).toBeFocused();
});

test('machine and latest are compared word by word, and the changes are gone through', async () => {
  const worker = page.waitForEvent('worker');
  await panel().getByRole('button', { name: 'Compare versions' }).click();
  await worker;
  const counts = past().getByRole('status');
  // The rest of the hostile name counts as words separated by spaces.
  const tail = hostile.split(/\s+/).length;
  await counts.getByText(`${3 + tail} words inserted, 3 words deleted, 1 passage changed,`).waitFor();
  await expect(past().locator('p ins').first()).toHaveText('zero');
  await past().locator('p del').nth(1).waitFor();
  await past()
    .getByRole('button', { name: /^Show \d+ unchanged paragraph/ })
    .first()
    .waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.locator(':focus')).toHaveText(/^\u2068?Speaker 3\u2069? renamed to /);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.locator(':focus')).toHaveText(/zero/);
  await past().getByRole('button', { name: 'Previous change' }).click();
  await expect(page.locator(':focus')).not.toHaveText(/zero/);
  await checkPage(page);
  await unharmed(page);
  await past().getByLabel('Changes only').uncheck();
  await waitFor('all monologues', async () => (await past().locator('section').count()) === 20 || undefined);

  await past().getByLabel('From').selectOption('2');
  await past()
    .getByText(`${2 + tail} words inserted, 0 words deleted`)
    .waitFor();
  await past().getByLabel('To').selectOption('2');
  await past().getByText('No differences').waitFor();
  await past().getByRole('button', { name: 'Back to transcript' }).click();
});

test('restoring asks, loses nothing that was just typed, and arrives in the open text', async () => {
  await caretAtEnd(page, 'm5');
  // One insertion makes one revision, however slow the machine is.
  await page.keyboard.insertText(' typedjustnow');
  await row(0).getByRole('button').first().click();
  await past().getByRole('heading', { name: 'Original transcript' }).waitFor();
  await past().getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByText('stays in the history').waitFor();
  const confirm = page.getByRole('button', { name: 'Restore version' });
  // Red is the color of destructive buttons.
  assert.ok(!(await confirm.getAttribute('style'))?.includes('red'));
  await confirm.click();
  await past().waitFor({ state: 'detached' });
  await row(5).getByText('Restored from the original').waitFor();
  const [typed, restored, machine] = await Promise.all([4, 5, 0].map(readRevision));
  assert.match(printed(typed?.monologues[5]?.content ?? []), /typedjustnow$/);
  assert.deepEqual(restored?.monologues, machine?.monologues);
  await waitFor('the text to be the machine’s', async () =>
    (await getText(page, 'm0')).startsWith('zero') ? undefined : true,
  );
  await stands(page, 'saved');
});

test('a restored version is undone by its button, by that of the bar, and by the key that undoes', async () => {
  const notice = () => page.getByRole('region', { name: 'Version restored' });
  const restore = async () => {
    await row(0).getByRole('button').first().click();
    await past().getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Restore version' }).click();
    await notice().waitFor();
  };
  await checkPage(page, { within: '[data-panel=notice]' });
  await notice().getByRole('button', { name: 'Undo' }).click();
  await row(6).getByText('Restored from version 4').waitFor();
  await notice().waitFor({ state: 'detached' });
  await waitFor(
    'the typed text',
    async () => (await getText(page, 'm5')).endsWith('typedjustnow') || undefined,
  );

  await restore();
  await row(7).getByText('Restored from the original').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row(8).getByText('Restored from version 6').waitFor();
  await notice().waitFor({ state: 'detached' });

  await restore();
  await row(9).getByText('Restored from the original').waitFor();
  await page.locator('[role=textbox]').press('Control+KeyZ');
  await row(10).getByText('Restored from version 8').waitFor();
  await waitFor(
    'the typed text',
    async () => (await getText(page, 'm5')).endsWith('typedjustnow') || undefined,
  );
});

test('a restoration that someone has built upon stays, and says so', async () => {
  await row(0).getByRole('button').first().click();
  await past().getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Restore version' }).click();
  const notice = page.getByRole('region', { name: 'Version restored' });
  await notice.waitFor();
  await row(11).waitFor();
  const { monologues } = await editor.client.read();
  await saved(guest.save(11, { put: [saying(monologues[0], 'by someone else')] }));
  await notice.getByRole('button', { name: 'Undo' }).click();
  await notice.getByRole('alert').getByText('Someone changed the transcript').waitFor();
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
  assert.equal((await editor.client.read()).revision, 12);
});

async function readRevision(number: number): Promise<Edit> {
  return (await (await editor.client.ask(`revisions/${number}`)).json()) as Edit;
}
