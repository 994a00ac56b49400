import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { findings } from '#e2e/support/accessibility';
import { freshPage } from '#e2e/support/browser';
import { latestHas } from '#e2e/support/editor/editor';
import { putCaret } from '#e2e/support/editor/editor-text';
import { soundIsReady, soundWhere } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { keepPicture } from '#e2e/support/keep-picture';
import { signInContext } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';

/* A name misheard three times: from its correction in the editor to the account's vocabulary. */

const heard = ['then', 'has', 'ford', 'came', 'home', 'again'];
const words = Array.from({ length: 3 * heard.length }, (_, i) => ({
  text: heard[i % heard.length] ?? '',
  startMs: 1000 + i * 500,
  endMs: 1400 + i * 500,
  confidence: 0.9,
}));
const editor = useEditor({ words, monologues: 3, recording: 'audio' });

const isOffered = (page: Page) => page.getByRole('heading', { name: 'Repeated corrections' });

/** Opens the preferences in a new tab. */
async function openPreferences(): Promise<Page> {
  const page = await editor.owner.newPage();
  await page.goto(`${editor.longhand.baseUrl}/settings/preferences`);
  await hydrated(page);
  return page;
}

async function readVocabulary(): Promise<string[] | undefined> {
  const [row] = await editor.longhand.sql<Array<{ vocabulary: string[] }>>`
    select vocabulary from accounts where id = ${editor.made.account.id}`;
  return row?.vocabulary;
}

test('a name that was corrected three times is offered, heard, opened, added and taken out again', async () => {
  const text = await editor.open();
  for (const monologue of [0, 1, 2]) {
    await putCaret(text, { monologue, offset: 5 }, { monologue, offset: 13 });
    await text.keyboard.type('Hasford');
  }
  await latestHas(editor.made, 'Hasford');
  const page = await openPreferences();
  await waitFor('the name to be offered', async () => {
    await page.reload();
    return (await isOffered(page).count()) > 0 || undefined;
  });
  await hydrated(page);
  await page.getByText('Heard as “has ford” · 3 corrections in 1 transcript').waitFor();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await findings(page), []);
    await isOffered(page).scrollIntoViewIfNeeded();
    await keepPicture(page, `repeated-corrections-${width}`);
  }

  await page.getByRole('button', { name: 'Play 0:01 of Interview.mp3' }).press('Enter');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // Playback stops at the end of the passage, seconds before the recording's end.
  await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'hidden' });
  await expect(page.getByRole('button', { name: 'Play 0:01 of Interview.mp3' })).toBeFocused();
  const opened = await editor.owner.newPage();
  const link = page.getByRole('link', { name: '0:04 Interview.mp3' });
  await opened.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await soundIsReady(opened);
  await soundWhere(opened, 'the second correction', ({ at }) => at === 4.5);

  const field = page.getByLabel('Words and phrases');
  await field.fill('Barton');
  await page.getByRole('button', { name: 'Add “Hasford” to vocabulary' }).press('Enter');
  await page.getByText('“Hasford” added to vocabulary.').waitFor();
  await isOffered(page).waitFor({ state: 'hidden' });
  await expect(page.getByRole('heading', { name: 'Vocabulary' })).toBeFocused();
  // Unsaved text stays in the field, and isn't saved with the entry.
  await expect(field).toHaveValue('Barton\nHasford');
  assert.deepEqual(await readVocabulary(), ['Hasford']);

  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await isOffered(page).waitFor();
  await expect(page.getByRole('button', { name: 'Play 0:01 of Interview.mp3' })).toBeVisible();
  await expect(field).toHaveValue('Barton');
  assert.deepEqual(await readVocabulary(), []);
});

test('a dismissed one is not offered again, and the undo key brings it back', async () => {
  const page = await openPreferences();
  await page.getByRole('button', { name: 'Dismiss “Hasford”' }).press('Enter');
  await page.getByText('“Hasford” dismissed.').waitFor();
  await isOffered(page).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+KeyZ');
  await isOffered(page).waitFor();
  await page.getByRole('button', { name: 'Dismiss “Hasford”' }).click();
  await isOffered(page).waitFor({ state: 'hidden' });
  await page.reload();
  await hydrated(page);
  await expect(isOffered(page)).toHaveCount(0);
  assert.deepEqual(await readVocabulary(), []);
});

test('another account is offered nothing of it', async () => {
  const { longhand } = editor;
  await longhand.sql`delete from decided_corrections where account_id = ${editor.made.account.id}`;
  const page = await freshPage(editor.browser);
  await signInContext(page.context(), longhand, await longhand.createAccount());
  await page.goto(`${longhand.baseUrl}/settings/preferences`);
  await hydrated(page);
  await expect(isOffered(page)).toHaveCount(0);
  const own = await openPreferences();
  await expect(isOffered(own)).toHaveCount(1);
});
