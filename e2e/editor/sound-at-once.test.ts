import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { openEditorTab } from '#e2e/support/editor/editor';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { getSound, soundIsReady } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/* A recording is heard before its copy is made, and usual tasks take one key each. */

const editor = useEditor({ words: machineWords(150), monologues: 3, recording: 'audio' });
let made: Record<string, unknown>;

before(async () => {
  await (await editor.open()).close();
  const { sql } = editor.longhand;
  [made = {}] = await sql`
    select rendition_key, rendition_type, peaks_key from jobs where id = ${editor.made.jobId}`;
});

const takeCopy = () => editor.longhand.sql`
  update jobs set rendition_key = null, rendition_type = null, peaks_key = null
  where id = ${editor.made.jobId}`;
const bringCopy = () => editor.longhand.sql`
  update jobs set rendition_key = ${String(made['rendition_key'])},
    rendition_type = ${String(made['rendition_type'])}, peaks_key = ${String(made['peaks_key'])}
  where id = ${editor.made.jobId}`;

test('the recording itself plays until its copy is there, and the playhead stays', async () => {
  await takeCopy();
  const page = await openEditorTab(editor.owner, editor.made.url);
  await soundIsReady(page);
  await expect(page.getByText('You hear the original.')).toBeVisible();
  const source = await page.evaluate(() => document.querySelector('video')?.currentSrc ?? '');
  assert.match(source, /\.original\./);
  const part = await fetch(source, { headers: { range: 'bytes=4-7' } });
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 4]);
  await page.evaluate(() => {
    const media = document.querySelector('video');
    if (media) media.currentTime = 12.5;
  });
  await bringCopy();
  await waitFor('the copy to be loaded', async () =>
    page.evaluate(() => {
      const { currentSrc = '', readyState = 0 } = document.querySelector('video') ?? {};
      return (!currentSrc.includes('.original.') && readyState > 0) || undefined;
    }),
  );
  const { at } = await getSound(page);
  assert.equal(at, 12.5);
  await expect(page.getByText('You hear the original.')).toHaveCount(0);
});

test('a guest hears the recording itself as long as the link works', async () => {
  await takeCopy();
  const page = await openEditorTab(editor.guest, editor.made.sharedUrl);
  await soundIsReady(page);
  const source = await page.evaluate(() => document.querySelector('video')?.currentSrc ?? '');
  assert.equal((await fetch(source)).status, 200);
  await editor.longhand.sql`update share_links set revoked_at = now() where id = ${editor.made.shareId}`;
  assert.equal((await fetch(source)).status, 404);
  await bringCopy();
});

test('each of the usual tasks takes a single key', async () => {
  const page = await openEditorTab(editor.owner, editor.made.url);
  await soundIsReady(page);
  await page.locator('.tiptap p').first().click();
  const text = () => page.locator('.tiptap').textContent();
  const oneKey = async (key: string, what: string, isDone: () => Promise<unknown>): Promise<void> => {
    await page.keyboard.press(key);
    await waitFor(what, async () => ((await isDone()) ? true : undefined));
  };
  const isPaused = () => page.evaluate(() => document.querySelector('video')?.paused);
  await oneKey('Escape', 'the sound to play', async () => (await isPaused()) === false);
  await oneKey('Escape', 'the sound to pause', isPaused);
  const { at } = await getSound(page);
  await oneKey('Alt+j', 'the sound to skip back', async () => (await getSound(page)).at <= at);
  await oneKey('Alt+Minus', 'a slower speed', () =>
    page.evaluate(() => (document.querySelector('video')?.playbackRate ?? 1) < 1),
  );
  const paragraphs = () => page.locator('.tiptap section').count();
  const count = await paragraphs();
  await page.keyboard.press('End');
  await oneKey('Control+Shift+Enter', 'another paragraph', async () => (await paragraphs()) > count);
  await oneKey('Control+z', 'the paragraph to be gone', async () => (await paragraphs()) === count);
  const before = await text();
  await oneKey('Alt+i', 'a tag', async () => (await text()) !== before);
  await oneKey('Control+z', 'the tag to be gone', async () => (await text()) === before);
  const review = page.locator('#review-meter');
  const reviewed = async (count: number) =>
    (await review.allTextContents()).some((said) => said.startsWith(`${count} of `));
  await oneKey('Alt+n', 'the next doubtful word', () => page.evaluate(() => String(getSelection()) !== ''));
  assert.ok(await reviewed(0));
  await oneKey('Alt+Enter', 'the word to be accepted', () => reviewed(1));
  await oneKey('Control+h', 'the field to find', () => isFocused(page, 'Find'));
  const said = await page.locator('.tiptap p').first().textContent();
  const [word = ''] = said?.match(/\p{L}{4,}/u) ?? [];
  await page.keyboard.insertText(word);
  await oneKey('Tab', 'the field to replace', () => isFocused(page, 'Replace with'));
  await page.keyboard.insertText('replaced');
  await oneKey('Enter', 'the word to be replaced', async () => (await text())?.includes('replaced'));
});

const isFocused = (page: Page, label: string): Promise<boolean> =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement);
