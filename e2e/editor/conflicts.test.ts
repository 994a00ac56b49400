import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { connect, type Connection } from '#lib/db/connect';
import { addRecognition } from '#lib/revisions/recognitions/add-recognition';
import { checkPage } from '#e2e/support/editor/check-page';
import { latestHas, stands } from '#e2e/support/editor/editor';
import { caretAtEnd, getText } from '#e2e/support/editor/editor-text';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { soundWhere } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { keepPicture } from '#e2e/support/keep-picture';
import { makeRecord } from '#e2e/support/recognition-record';
import { waitFor } from '#e2e/support/wait';

/* Corrected words that a later recognition hears differently: the review plays them and accepts either version. */

const words = machineWords(60).map((word) => ({ ...word, confidence: 1 }));
const editor = useEditor({ words, monologues: 6, recording: 'audio' });
let connection: Connection;

before(() => {
  connection = connect(editor.longhand.databaseUrl, { max: 1 });
});
after(() => connection?.close());

const panel = (page: Page) => page.locator('[data-panel=review]');
const card = (page: Page) => panel(page).locator('section');
const selected = (page: Page): Promise<string> => page.evaluate(() => String(getSelection()));

/** Replaces the last word of a paragraph by typing. */
async function correctLast(page: Page, monologue: string, text: string): Promise<void> {
  await caretAtEnd(page, monologue);
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.type(text);
}

/** Adds a recognition with these words replaced, in which every word ends 1 ms later. */
async function recognizeAgain(others: Record<number, string>): Promise<void> {
  const { jobId } = editor.made;
  const [job] = await connection.sql<{ accountId: string }[]>`
    select account_id as "accountId" from jobs where id = ${jobId}`;
  const recognized = {
    words: words.map((word, i) => ({ ...word, text: others[i] ?? word.text, endMs: word.endMs + 1 })),
    speakers: [0, 1, 2].map((id) => ({ id, name: `Speaker ${id + 1}` })),
    monologues: Array.from({ length: 6 }, (_, i) => ({
      ...{ id: i, speaker: i % 3 },
      ...{ from: i * 10, to: i * 10 + 10 },
    })),
  };
  const run = { accountId: job?.accountId ?? '', jobId, recognized, record: makeRecord() };
  await connection.db.transaction((tx) => addRecognition(tx, { ...run, task: 'recognize', passage: null }));
}

test('what was heard again is shown and played beside the person’s words; either is taken, and undone', async () => {
  const page = await editor.open();
  await correctLast(page, 'm0', 'Norland');
  await correctLast(page, 'm1', 'Barton');
  await correctLast(page, 'm2', 'Cleveland');
  await stands(page, 'saved');
  // The third word is recognized as before.
  await recognizeAgain({ 5: 'better', 9: 'northland', 19: 'button' });
  await expect(page.locator('.tiptap')).toContainText('better');
  assert.match(await getText(page, 'm0'), / Norland$/);

  await page.keyboard.press('Alt+Shift+KeyR');
  await panel(page).getByRole('checkbox', { name: 'Recognized differently (2 left)' }).waitFor();
  await card(page).getByText('“Norland”, recognized again as “northland”').waitFor();
  await page.keyboard.press('Alt+KeyN');
  await waitFor('the second conflict', async () => (await selected(page)) === 'Barton' || undefined);
  await page.keyboard.press('Alt+KeyP');
  await card(page).getByText('“Norland”, recognized again as “northland”').waitFor();
  assert.equal(await selected(page), 'Norland');
  const startMs = words[9]?.startMs ?? 0;
  await soundWhere(page, 'the words of the conflict', ({ at }) => Math.abs(at * 1000 - startMs) < 1000);
  await checkPage(page, { within: '[data-panel]' });
  await keepPicture(page, 'review-conflict');

  await page.keyboard.press('Alt+Shift+KeyU');
  await panel(page).getByRole('checkbox', { name: 'Recognized differently (1 left)' }).waitFor();
  assert.match(await getText(page, 'm0'), / northland$/);
  await latestHas(editor.made, ' northland');
  await page.keyboard.press('Control+Z');
  await panel(page).getByRole('checkbox', { name: 'Recognized differently (2 left)' }).waitFor();
  assert.match(await getText(page, 'm0'), / Norland$/);

  await card(page).getByText('“Barton”, recognized again as “button”').waitFor();
  await card(page).getByRole('button', { name: 'Keep', exact: true }).click();
  await panel(page).getByRole('checkbox', { name: 'Recognized differently (1 left)' }).waitFor();
  await card(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await panel(page).getByRole('checkbox', { name: 'Recognized differently (2 left)' }).waitFor();
  await card(page).getByRole('button', { name: 'Keep', exact: true }).click();
  await panel(page).getByRole('checkbox', { name: 'Recognized differently (1 left)' }).waitFor();
  assert.match(await getText(page, 'm1'), / Barton$/);

  const guest = await editor.openAsGuest();
  await guest.keyboard.press('Alt+Shift+KeyR');
  await card(guest).getByText('“Norland”, recognized again as “northland”').waitFor();
  await panel(guest).getByRole('checkbox', { name: 'Recognized differently (1 left)' }).waitFor();
  await card(guest).getByRole('button', { name: 'Use new words' }).click();
  await expect(page.locator('.tiptap')).toContainText('northland');
  await panel(page).getByText('All passages reviewed.').waitFor();
  assert.match(await getText(page, 'm2'), / Cleveland$/);
});
