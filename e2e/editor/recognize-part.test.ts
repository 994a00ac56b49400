import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { focusText } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

/* Recognizing a selection, or only the speakers, again from an open editor. */

const editor = useEditor({ words: 60, monologues: 6, recording: 'audio' });

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name });

test('a selection is recognized again alone, from the palette, at the price of its length', async () => {
  const page = await editor.open();
  await focusText(page);
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'More' }).click();
  await item(page, 'Recognize again…').waitFor();
  await expect(item(page, 'Recognize selection again…')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await focusText(page);
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+Shift+ArrowRight');
  await page.keyboard.press('F1');
  await page.keyboard.type('recognize selection');
  await page.keyboard.press('Enter');
  const selection = dialog(page, 'Recognize passage again');
  await selection.getByText(/, 0:00–0:0\d$/).waitFor();
  await selection.getByLabel('Engine').selectOption('pocketsphinx');
  assert.deepEqual(await seriousFindings(page), []);
  await selection.getByRole('button', { name: 'Recognize again for $0.25' }).click();
  await selection.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+H');
  await page.getByText(/^Recognized 0:00–0:0\d again with /).waitFor();
  const { sql } = editor.longhand;
  const [run] = await sql<{ task: string; ms: number }[]>`
    select task, (passage ->> 'endMs')::int - (passage ->> 'startMs')::int as ms from jobs
    where recognizes = ${editor.made.jobId}`;
  assert.equal(run?.task, 'recognize');
  assert.ok(run.ms >= 500 && run.ms < 3000, `${run.ms} ms`);
});

test('speakers are told apart again, for less, where the server can; a refusal is shown at their number', async () => {
  const page = await editor.open();
  await page.getByRole('button', { name: 'More' }).click();
  await item(page, 'Tell speakers apart again…').click();
  const again = dialog(page, 'Tell speakers apart again');
  const confirm = again.getByRole('button', { name: 'Tell speakers apart for $0.10' });
  await again.getByText('This server has no speaker model.').waitFor();
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });

  // As if the model were removed after the dialog was opened.
  await page.route('**/editor/**', async (route) => {
    // Presence requests may arrive at any time.
    if (route.request().headers()['next-action'] === undefined) return route.continue();
    const response = await route.fetch();
    const body = await response.text();
    return route.fulfill({
      response,
      body: body.replace('"canSeparateSpeakers":false', '"canSeparateSpeakers":true'),
    });
  });
  await focusText(page);
  await page.keyboard.press('F1');
  await page.getByLabel('Search commands').fill('Speakers');
  await page.keyboard.press('Enter');
  await dialog(page, 'Speakers').getByRole('button', { name: 'Tell speakers apart again…' }).click();
  await again.getByLabel('Speakers').selectOption('2 speakers');
  await expect(again.getByRole('option', { name: 'Don’t separate' })).toHaveCount(0);
  assert.deepEqual(await seriousFindings(page), []);
  await confirm.click();
  await again.getByText(/^This server can’t tell speakers apart/).waitFor();
  await page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});
