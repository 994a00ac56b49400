import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { announced } from '#e2e/support/editor/editor';
import { stoodStill, watchLayout } from '#e2e/support/editor/steady';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

/* Renaming a transcript in the bar, as its owner. */

const editor = useEditor({ words: 60, monologues: 6, name: 'ferry.mp3' });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page) => page.locator('[data-panel=rename] input');

test('the owner renames the transcript in the bar, and everybody who has it open sees the new name', async () => {
  const [page, guest] = [await editor.open(), await editor.openAsGuest()];
  await title(guest, 'ferry.mp3').waitFor();
  await expect(guest.getByRole('button', { name: 'Rename transcript' })).toHaveCount(0);
  await guest.keyboard.press('F2');

  await watchLayout(page, ['[data-region=bar] [aria-label=Undo]', 'section[data-monologue=m1] p']);
  await page.getByRole('button', { name: 'Rename transcript' }).click();
  await field(page).fill('Interview with the ferryman');
  await field(page).press('Enter');
  await title(page, 'Interview with the ferryman').waitFor();
  await announced(page, 'Renamed to Interview with the ferryman');
  await page.locator('[aria-label="Rename transcript"]:focus').waitFor();
  await stoodStill(page);
  await title(guest, 'Interview with the ferryman').waitFor();
  await expect(guest.locator('[data-panel=rename]')).toHaveCount(0);
  for (const open of [page, guest]) {
    await open.waitForFunction(() => document.title === 'Interview with the ferryman · Longhand');
    await open.getByRole('textbox', { name: 'Transcript of Interview with the ferryman' }).waitFor();
  }
  const exported = await editor.client.ask('export?format=text');
  assert.match(exported.headers.get('content-disposition') ?? '', /Interview with the ferryman/);
});

test('an empty and a long name are refused, Escape leaves the name, and a failure keeps what was typed', async () => {
  const { url } = editor.made;
  const page = await editor.open();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.locator('[role=textbox].tiptap').press('F2');
  await field(page).fill('  ');
  await field(page).press('Enter');
  await page.getByRole('alert').getByText('Enter a name.').waitFor();
  await field(page).fill('x'.repeat(256));
  await field(page).press('Enter');
  await page.getByRole('alert').getByText('Use at most 255 characters.').waitFor();
  await field(page).press('Escape');
  await field(page).waitFor({ state: 'detached' });
  await page.locator('[role=textbox].tiptap:focus').waitFor();
  await title(page, name).waitFor();

  await page.keyboard.press('F2');
  await field(page).fill('Second interview');
  await page.route(url, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await field(page).press('Enter');
  await page.getByRole('alert').getByText('Couldn’t reach the server').waitFor();
  await expect(field(page)).toHaveValue('Second interview');
  await page.unroute(url);
  await field(page).press('Enter');
  await title(page, 'Second interview').waitFor();
  const exported = await editor.client.ask('export?format=text');
  assert.match(exported.headers.get('content-disposition') ?? '', /Second interview/);
});
