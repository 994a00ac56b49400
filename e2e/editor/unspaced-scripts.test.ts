import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import type { MachineWord } from '#lib/transcript/model';
import { makeClient } from '#e2e/support/client';
import { openEditor, stands } from '#e2e/support/editor/editor';
import { getText, textRests } from '#e2e/support/editor/editor-text';
import { getSound, soundWhere, wordShows } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

// Only with --all: one more language.

/* Correcting a Japanese transcript, which has no spaces between words. */

const spoken = [
  ['今日', 'は', '天気', 'が', 'いい', 'です。'],
  ['明日', 'は', '東京', 'で', '雨が', '降る', 'そうです。'],
].map((words) => [...words, 'ええ、', 'そう', 'です', 'ね。'].slice(0, 8));
const words: MachineWord[] = spoken
  .flat()
  .map((text, i) => ({ text, startMs: i * 1000, endMs: i * 1000 + 900, confidence: 0.95 }));

const editor = useEditor({ words, monologues: 2, recording: 'audio' });
let page: Page;

beforeEach(async () => {
  page = await editor.open();
});

/** Returns a text's position on the screen: the centers of its first and last letters. */
function findPlaces(text: string): Promise<Array<{ x: number; y: number }>> {
  return page.evaluate((sought) => {
    for (const paragraph of document.querySelectorAll('[role=textbox] p')) {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = (node.nodeValue ?? '').indexOf(sought);
        if (at < 0) continue;
        return [at, at + sought.length - 1].map((letter) => {
          const range = document.createRange();
          range.setStart(node, letter);
          range.setEnd(node, letter + 1);
          const { left, width, top, height } = range.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        });
      }
    }
    throw new Error(`${sought} is not there`);
  }, text);
}

test('the text has no blanks, and each word of recognition is its own to click and to follow', async () => {
  assert.equal(await getText(page, 'm0'), '今日は天気がいいです。ええ、そう');
  assert.equal(await getText(page, 'm1'), '明日は東京で雨が降るそうです。ええ、');
  for (const text of ['天気', 'は', '雨が']) {
    const { startMs } = words.find((word) => word.text === text) ?? assert.fail();
    const [first] = await findPlaces(text);
    assert.ok(first);
    await page.keyboard.down('Alt');
    await page.mouse.click(first.x, first.y);
    await page.keyboard.up('Alt');
    await soundWhere(page, text, ({ at }) => Math.abs(at - startMs / 1000) < 0.001);
    await wordShows(page, text);
  }
  assert.equal((await getSound(page)).isPlaying, false);
});

test('a correction within a sentence keeps the times of the words around it', async () => {
  const [first, last] = await findPlaces('天気');
  assert.ok(first && last);
  await page.mouse.click(last.x + 2, last.y);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('気分');
  await stands(page, 'saved');
  await textRests(page);
  const { longhand, made } = editor;
  const { monologues } = await makeClient(longhand, made.account.apiKey).transcript(made.jobId);
  const elements = monologues[0]?.elements ?? [];
  assert.deepEqual(
    elements.map(({ value, ts }) => [value, ts]),
    ['今日', 'は', '気分', 'が', 'いい', 'です。', 'ええ、', 'そう'].map((value, i) => [value, i]),
  );
});

test('a paragraph is split and joined between words with no blank left', async () => {
  const before = await getText(page, 'm1');
  const [first] = await findPlaces('東京');
  assert.ok(first);
  await page.mouse.click(first.x - 6, first.y);
  await page.keyboard.press('Enter');
  assert.equal(await getText(page, 'm1'), '明日は');
  await page.keyboard.press('Backspace');
  assert.equal(await getText(page, 'm1'), before);
  await stands(page, 'saved');
});

test('after the page is opened anew, words are found as they are written', async () => {
  await openEditor(page, editor.made.url);
  assert.equal(await getText(page, 'm0'), '今日は気分がいいです。ええ、そう');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('気分がいい');
  await expect(page.locator('[data-count]')).toHaveText('1 of 1');
  await page.keyboard.press('Escape');
});
