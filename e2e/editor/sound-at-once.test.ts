import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { openEditorTab } from '#e2e/support/editor/editor';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { shownMonologues } from '#e2e/support/editor/editor-text';
import {
  findSlider,
  getSound,
  openPlayer,
  playingWord,
  soundIsReady,
  soundWhere,
  wordShows,
} from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/* A recording plays before its rendition exists, and common tasks take one key each. */

const editor = useEditor({ words: machineWords(900), monologues: 9, recording: 'audio' });
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

test('a long recording opens at a minute around the playhead, below the whole of it, where a click goes anywhere', async () => {
  const page = await openEditorTab(editor.owner, editor.made.url);
  await soundIsReady(page);
  const overview = page.locator('[data-overview]');
  await overview.waitFor();
  const { duration } = await getSound(page);
  /** The enlarged part, in seconds. */
  const getShown = () =>
    overview
      .locator('div')
      .first()
      .evaluate(({ style }, seconds) => {
        const [left, width] = [parseFloat(style.left), parseFloat(style.width)];
        return { from: (left * seconds) / 100, length: (width * seconds) / 100 };
      }, duration);
  await waitFor(
    'a minute to be shown',
    async () => Math.abs((await getShown()).length - 60) < 6 || undefined,
  );
  const { x, y, width, height } = (await overview.boundingBox()) ?? assert.fail();
  await page.mouse.click(x + 0.8 * width, y + height / 2);
  const asked = 0.8 * duration;
  await soundWhere(page, 'the moment', ({ at }) => Math.abs(at - asked) < 2);
  await waitFor('that moment to be shown', async () => {
    const { from, length } = await getShown();
    return (from <= asked && asked <= from + length) || undefined;
  });

  await page.getByLabel('Skip by').selectOption('±10 s');
  await page.locator('.tiptap p').first().click();
  const { at } = await getSound(page);
  await page.keyboard.press('Alt+j');
  await soundWhere(page, 'ten seconds before', (sound) => Math.abs(at - sound.at - 10) < 0.5);
});

test('a speaker is heard before being named, and uncertain words are marked outside a review', async () => {
  const page = await openEditorTab(editor.owner, editor.made.url);
  await soundIsReady(page);
  const run = async (command: string) => {
    await page.keyboard.press('F1');
    await page.getByLabel('Search commands').fill(command);
    await page.getByRole('option', { name: command }).first().click();
  };
  await page.locator('.tiptap p').first().click();
  await run('Speakers');
  await page.getByRole('button', { name: 'Hear Speaker 2' }).click();
  const isPlaying = ({ isPlaying: plays }: { isPlaying: boolean }) => plays;
  await soundWhere(page, 'the speaker', isPlaying);
  await page.keyboard.press('Escape');
  await soundWhere(page, 'the end of the sample', (sound) => !isPlaying(sound));

  const countMarked = () => page.evaluate(() => CSS.highlights.get('uncertain-words')?.size ?? 0);
  assert.equal(await countMarked(), 0);
  await run('Mark uncertain words on or off');
  await waitFor('uncertain words to be marked', async () => (await countMarked()) > 0 || undefined);
});

test('a long name of a speaker, cut beside the text, is whole under the mouse', async () => {
  const page = await openEditorTab(editor.owner, editor.made.url);
  const name = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Archives';
  await page.locator('.tiptap p').first().click();
  await page.keyboard.press('F1');
  await page.getByLabel('Search commands').fill('Speakers');
  await page.getByRole('option', { name: 'Speakers' }).first().click();
  await page.getByLabel('Name of Speaker 1').fill(name);
  await page.getByLabel('Name of Speaker 1').press('Enter');
  await page.keyboard.press('Escape');
  const shown = page.locator('.tiptap [data-role=speaker]').first();
  await expect(shown).toHaveAttribute('title', new RegExp(`^${name}\n`));
  assert.ok(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth), 'it is cut');
});

test('a transcript reopens at the word that was played last, in view, with the caret at it', async () => {
  const page = await openEditorTab(editor.owner, editor.made.url);
  await soundIsReady(page);
  const { duration } = await getSound(page);
  await findSlider(page).press('End');
  await findSlider(page).press('PageDown');
  await soundWhere(page, 'near the end', ({ at }) => at > 0.8 * duration && at < duration);
  const playing = await playingWord(page);
  assert.notEqual(playing, '');
  await openPlayer(page, editor.made.url);
  await wordShows(page, playing);
  const isInView = () => {
    const [range] = [...(CSS.highlights.get('playing-word') ?? [])] as Range[];
    const { top = -1, bottom = Infinity } = range?.getBoundingClientRect() ?? {};
    return top > 0 && bottom < innerHeight;
  };
  await page.waitForFunction(isInView);
  await page.locator('.tiptap').focus();
  // ProseMirror sets the caret shortly after the browser has put its own at the start of the text.
  await page.waitForFunction(() => {
    const [range] = [...(CSS.highlights.get('playing-word') ?? [])] as Range[];
    const { anchorNode } = getSelection() ?? {};
    const monologue = range?.startContainer.parentElement?.closest('section');
    return anchorNode != null && monologue?.contains(anchorNode);
  });
  await page.keyboard.type('Here ');
  await page.waitForFunction(isInView);
  // A time at which one word ends and the next begins belongs to both.
  const there = new RegExp(`Here ${playing}|${playing} Here`);
  await expect(page.locator('.tiptap p', { hasText: there })).toHaveCount(1);
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
  await editor.longhand.sql`
    update accounts set editor_settings = '{"tagTimes": true}' where id = ${editor.made.account.id}`;
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
  const { at: start } = await getSound(page);
  await oneKey('Alt+l', 'the sound to skip ahead', async () => (await getSound(page)).at > start + 1);
  const { at } = await getSound(page);
  await oneKey('Alt+j', 'the sound to skip back', async () => (await getSound(page)).at < at - 1);
  await oneKey('Alt+Minus', 'a slower speed', () =>
    page.evaluate(() => (document.querySelector('video')?.playbackRate ?? 1) < 1),
  );
  const paragraphs = () => page.locator('.tiptap section').count();
  const speakers = async () => (await shownMonologues(page)).map(({ speaker }) => speaker);
  const count = await paragraphs();
  await page.keyboard.press('End');
  await oneKey('Control+Shift+Enter', 'another paragraph', async () => (await paragraphs()) > count);
  const [first, second] = await speakers();
  assert.notEqual(second, first);
  await oneKey('Control+z', 'the paragraph to be gone', async () => (await paragraphs()) === count);
  const before = await text();
  const times = /\[inaudible \d+:\d\d\]/;
  await oneKey('Alt+i', 'a tag with its time', async () => times.test((await text()) ?? ''));
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
