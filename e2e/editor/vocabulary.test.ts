import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { allImpacts, findings } from '#e2e/support/accessibility';
import { openEditor, transcriptShown } from '#e2e/support/editor/editor';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { keepPicture } from '#e2e/support/keep-picture';
import { readClips } from '#e2e/support/speech';

/* Words that sound like a vocabulary entry, in a transcript by an engine without vocabulary support. */

const heard = 'Claflyn spoke to shiver on. Later Claflyn, who knew Claflyn, left'.split(' ');
const words = machineWords(60).map((word, i) => {
  const text = heard[i] ?? word.text;
  return { ...word, text, confidence: /Claflyn|shiver|on\./.test(text) ? 0.3 : 0.95 };
});

const editor = useEditor({ words, monologues: 3 });
let page: Page;

before(async () => {
  const client = makeClient(editor.longhand, editor.made.account.apiKey);
  const body = JSON.stringify({ vocabulary: ['Siobhan ~ shiver on', 'Claflin', 'Lovelace'] });
  const headers = { 'content-type': 'application/json' };
  assert.equal((await client.request('/account/vocabulary', { method: 'PUT', headers, body })).status, 200);
  page = await editor.open();
  await page.setViewportSize({ width: 1280, height: 800 });
});

const panel = (on = page) => on.locator('[data-panel=review]');
const button = (name: string | RegExp) => panel().getByRole('button', { name, exact: true });
const begins = (text: string) => expect(page.locator('.tiptap p').first()).toContainText(text);
const original = heard.join(' ');
const corrected = original.replaceAll('Claflyn', 'Claflin');

/** Starts the review at the first words. */
async function start(): Promise<void> {
  await page
    .locator('.tiptap p')
    .first()
    .click({ position: { x: 2, y: 6 } });
  await page.keyboard.press('Alt+Shift+KeyR');
  await panel()
    .getByText(/^\d+ of \d+ \d/)
    .waitFor();
}

test('an entry is applied to all that was heard alike, undone at once, and taken by its key', async () => {
  await start();
  await panel().getByText('“Claflyn” sounds like “Claflin”').first().waitFor();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await keepPicture(page, `review-vocabulary-${width}`);
    assert.deepEqual(await findings(page, { impacts: allImpacts }), []);
  }
  await button('Apply to all 3').click();
  await begins(corrected);
  await panel().getByText('“shiver on” sounds like “Siobhan”').first().waitFor();
  await page.keyboard.press('Control+KeyZ');
  await begins(original);
  await page.keyboard.press('Alt+KeyN');
  await page.keyboard.press('Alt+Shift+KeyE');
  await begins(corrected);
  await page.keyboard.press('Alt+Shift+KeyU');
  await begins(corrected.replace('shiver on', 'Siobhan'));
  await editor.reset();
});

test('words that are kept are no longer suggested', async () => {
  await openEditor(page, editor.made.url);
  await start();
  await button('Use “Claflin”').waitFor();
  await button('Keep all 3').click();
  await button('Use “Siobhan”').waitFor();
  await button('Keep').click();
  await panel().getByText('All passages reviewed.').waitFor();
  await openEditor(page, editor.made.url);
  await page.keyboard.press('Alt+Shift+KeyR');
  await panel().getByText('All passages reviewed.').waitFor();
  await begins(original);
});

test('who may only view is not told the vocabulary, nor is anyone without access', async () => {
  const { longhand, made } = editor;
  const token = made.sharedUrl.split('/').at(-1);
  const ask = async (ref = token) => {
    const guest = await editor.guest.request.get(`${longhand.baseUrl}/editor/data/${ref}/sound-alikes`);
    return guest.status();
  };
  await longhand.sql`update share_links set permission = 'edit' where id = ${made.shareId}`;
  assert.equal(await ask(), 200);
  const guest = await editor.openAsGuest();
  await longhand.sql`update share_links set permission = 'view' where id = ${made.shareId}`;
  assert.equal(await ask(), 403);
  assert.equal(await ask(made.jobId), 401);
  await guest.reload();
  await transcriptShown(guest);
  await guest.keyboard.press('Alt+Shift+KeyR');
  await panel(guest).locator('#review-meter').waitFor();
  await expect(panel(guest).getByText('sounds like')).toHaveCount(0);
  await guest.close();
});

test('an entry with two tildes is written in a new transcript, told in its history, and the machine’s version stays', async () => {
  const client = makeClient(editor.longhand, editor.made.account.apiKey);
  const body = JSON.stringify({ vocabulary: ['Jungmann ~~ young man'] });
  const headers = { 'content-type': 'application/json' };
  assert.equal((await client.request('/account/vocabulary', { method: 'PUT', headers, body })).status, 200);
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  assert.equal((await client.ended(id)).status, 'transcribed');
  assert.match(await client.text(id), /Jungmann/);
  const path = `/jobs/${id}/transcript?version=machine`;
  const machine = await client.request(path, { headers: { accept: 'text/plain' } });
  assert.match(await machine.text(), /young man/);
  await openEditor(page, `${editor.longhand.baseUrl}/editor/${id}`);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('Applied the vocabulary once').waitFor();
});
