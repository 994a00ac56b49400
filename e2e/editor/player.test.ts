import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { formatLength } from '#lib/messages/format';
import type { MachineWord } from '#lib/transcript/model';
import { allImpacts, findings } from '#e2e/support/accessibility';
import { caretSettled } from '#e2e/support/editor/editor-text';
import { expect } from '#e2e/support/expect';
import { machineWords } from '#e2e/support/editor/make-transcript';
import {
  beatPairs,
  begunBy,
  openPlayer,
  getWordPosition,
  playingWord,
  readSound,
  recordSound,
  findSlider,
  soundDid,
  soundIsReady,
  getSound,
  soundWhere,
  standAt,
  wordShows,
} from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';

/* Playing a recording along with the words of its transcript. */

const words = machineWords(150);
const editor = useEditor({ words, monologues: 3, recording: 'audio' });
let page: Page;

beforeEach(async () => {
  page = await editor.open();
});
afterEach(() => page.evaluate(() => document.querySelector('video')?.pause()));

const numbered = (nth: number): MachineWord => words[nth] ?? assert.fail(`there is no word ${nth}`);
/** A word's start, in seconds. */
const getStart = (nth: number) => numbered(nth).startMs / 1000;
const wordAt = (second: number) =>
  words.findLast(({ startMs }) => startMs <= Math.round(second * 1e6) / 1000)?.text ?? '';
const play = () => page.getByRole('button', { name: 'Play', exact: true }).click();
const pause = () => page.getByRole('button', { name: 'Pause', exact: true }).click();
const slider = () => findSlider(page);
const startAt = (second: number) => standAt(page, second);

test('while it plays the word of the moment is shown, and nothing else on the page changes', async () => {
  await page.evaluate(() => {
    const text = document.querySelector('[role=textbox]') as HTMLElement & {
      editor: { on(event: string, listener: () => void): void };
    };
    const seen = { transactions: 0, mutations: 0 };
    text.editor.on('transaction', () => (seen.transactions += 1));
    new MutationObserver((all) => (seen.mutations += all.length)).observe(text, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    Object.assign(globalThis, { seen });
  });
  const elements = () => page.evaluate(() => document.querySelectorAll('[role=textbox] *').length);
  const before = await elements();
  await recordSound(page);
  await play();
  const painted = await soundDid(page, 'paint', 8);
  const all = await readSound(page);
  for (const { at, word } of painted) assert.equal(word, wordAt(at), `at ${at}`);
  const pairs = beatPairs(all).filter(([first, { at }]) => wordAt(first.at) === wordAt(at));
  assert.notEqual(pairs.length, 0);
  for (const [, { at, word }] of pairs) assert.equal(word, wordAt(at), `long after it began, at ${at}`);
  assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { seen: object }).seen), {
    transactions: 0,
    mutations: 0,
  });
  assert.equal(await elements(), before);
});

test('the playing word stands out by its background and a line, in light and in dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const { background, line } = await page.evaluate(() => {
      const style = getComputedStyle(
        document.querySelector('[role=textbox] p') ?? document.body,
        '::highlight(playing-word)',
      );
      return { background: style.backgroundColor, line: style.textDecorationLine };
    });
    assert.equal(background, colorScheme === 'light' ? 'rgb(255, 224, 138)' : 'rgb(92, 74, 0)');
    assert.equal(line, 'underline');
  }
  await page.emulateMedia({ colorScheme: null });
});

test('a plain click places the caret and the sound stays; a double click and Alt+click go to the word', async () => {
  await startAt(0);
  const place = await getWordPosition(page, 10);
  assert.equal(place.text, numbered(10).text);
  await page.mouse.click(place.x, place.y);
  assert.equal((await getSound(page)).at, 0);
  assert.notEqual(await page.evaluate(() => getSelection()?.anchorOffset), 0);

  await page.mouse.dblclick(place.x, place.y);
  await soundWhere(page, 'the tenth word', ({ at }) => Math.abs(at - getStart(10)) < 0.001);
  await wordShows(page, numbered(10).text);

  const other = await getWordPosition(page, 20);
  await page.keyboard.down('Alt');
  await page.mouse.click(other.x, other.y);
  await page.keyboard.up('Alt');
  await soundWhere(page, 'the twentieth word', ({ at }) => Math.abs(at - getStart(20)) < 0.001);
  await wordShows(page, numbered(20).text);
});

test('where a plain click seeks, Alt+click only places the caret', async () => {
  await startAt(0);
  await page.keyboard.press('Control+Comma');
  const setting = page.getByRole('checkbox', { name: 'Click a word to jump there' });
  await setting.check();
  await page.keyboard.press('Escape');
  const place = await getWordPosition(page, 12);
  await page.mouse.click(place.x, place.y);
  await soundWhere(page, 'the word', ({ at }) => Math.abs(at - getStart(12)) < 0.001);
  const other = await getWordPosition(page, 3);
  await page.keyboard.down('Alt');
  await page.mouse.click(other.x, other.y);
  await page.keyboard.up('Alt');
  assert.ok(Math.abs((await getSound(page)).at - getStart(12)) < 0.001);
  await page.keyboard.press('Control+Comma');
  await setting.uncheck();
  await page.keyboard.press('Escape');
});

test('typing before the playing word leaves the right word shown', async () => {
  const { text } = numbered(10);
  const place = await getWordPosition(page, 10);
  await page.mouse.dblclick(place.x, place.y);
  await soundWhere(page, 'the word', ({ at }) => Math.abs(at - getStart(10)) < 0.001);
  await wordShows(page, text);
  const first = await getWordPosition(page, 2);
  await page.mouse.click(first.x, first.y);
  for (const keys of [
    ['X', 'y', 'Space'],
    ['Backspace', 'Backspace', 'Backspace'],
  ]) {
    await recordSound(page);
    for (const key of keys) await page.keyboard.press(key);
    assert.equal(await playingWord(page), text);
    // It is searched for again once typing pauses.
    assert.equal((await soundDid(page, 'paint')).at(-1)?.word, text);
  }
});

test('the speed changes and the pitch stays', async () => {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5×');
  const { playbackRate, preservesPitch } = await getSound(page);
  assert.deepEqual({ playbackRate, preservesPitch }, { playbackRate: 1.5, preservesPitch: true });
  await page.keyboard.press('Alt+Digit0');
  assert.equal((await getSound(page)).playbackRate, 1);
  await page.keyboard.press('Alt+Minus');
  assert.equal((await getSound(page)).playbackRate, 0.9);
  await page.keyboard.press('Alt+Equal');
  await page.keyboard.press('Alt+Equal');
  assert.equal((await getSound(page)).playbackRate, 1.1);
  await page.keyboard.press('Alt+Digit0');
});

test('resuming steps back a second, but not after a seek', async () => {
  await startAt(6);
  await play();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > 7.5);
  await pause();
  const left = (await getSound(page)).at;
  const begun = await begunBy(page, play);
  assert.ok(Math.abs(left - 1 - begun) < 0.001, `left at ${left}, resumed at ${begun}`);
  await pause();
  await startAt(6);
  const fresh = await begunBy(page, play);
  assert.ok(Math.abs(fresh - 6) < 0.001, `began at ${fresh}`);
  // In this case, the pause event arrives after the position has changed.
  await page.evaluate(() => {
    const media = document.querySelector('video');
    media?.pause();
    if (media) media.currentTime = 9;
  });
  const elsewhere = await begunBy(page, play);
  assert.ok(Math.abs(elsewhere - 9) < 0.001, `began at ${elsewhere}`);
});

test('a selection is repeated until someone seeks elsewhere', async () => {
  const [start, end] = [getStart(8), numbered(9).endMs / 1000];
  const from = await getWordPosition(page, 8);
  await page.mouse.dblclick(from.x, from.y);
  await page.keyboard.press('Control+Shift+ArrowRight');
  await caretSettled(page);
  await page.getByRole('button', { name: /^Repeat paragraph/ }).click();
  await recordSound(page);
  await play();
  for (const { at, to } of await soundDid(page, 'go', 3)) {
    assert.ok(at >= end && to === start, `from ${at}, not ${end}, to ${to}, not ${start}`);
  }
  const pairs = beatPairs(await readSound(page));
  assert.notEqual(pairs.length, 0);
  for (const [first, second] of pairs) {
    assert.ok(second.at >= start, `at ${second.at}, before ${start}`);
    assert.ok(first.at < end, `on at ${second.at}, long after ${end}`);
  }
  await pause();
  await startAt(0);
  const button = page.getByRole('button', { name: /^Repeat paragraph/ });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('the keys play, skip, and bring caret and sound together', async () => {
  await startAt(9);
  const place = await getWordPosition(page, 4);
  await page.mouse.click(place.x, place.y);
  await page.keyboard.press('Alt+KeyL');
  await soundWhere(page, 'three seconds on', ({ at }) => Math.abs(at - 12) < 0.1);
  await page.keyboard.press('Alt+KeyJ');
  await soundWhere(page, 'three seconds back', ({ at }) => Math.abs(at - 9) < 0.1);
  await page.keyboard.press('Alt+KeyG');
  const caret = await page.evaluate(() => {
    const { anchorNode, anchorOffset } = getSelection() ?? {};
    return anchorNode?.nodeValue?.slice(anchorOffset).split(/\s/)[0];
  });
  assert.equal(caret, wordAt(9));
  await page.mouse.click(place.x, place.y);
  await caretSettled(page);
  const begun = await begunBy(page, () => page.keyboard.press('Control+Enter'));
  assert.ok(Math.abs(begun - getStart(4)) < 0.001, `began at ${begun}, not ${getStart(4)}`);
  await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
  await page.keyboard.press('Escape');
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
  await page.keyboard.press('Alt+KeyK');
  await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
});

test('the time of a monologue plays from its beginning', async () => {
  await startAt(9);
  const time = page.locator('[role=textbox] section').nth(1).locator("button[data-role='time']");
  const begun = await begunBy(page, () => time.click());
  assert.ok(Math.abs(begun - getStart(50)) < 0.001, `began at ${begun}, not ${getStart(50)}`);
  await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
});

test('a time that is typed moves the sound and the caret there; nonsense and what is beyond the end are refused', async () => {
  await startAt(0);
  const end = formatLength((await getSound(page)).duration);
  const clock = page.getByRole('button', { name: 'Go to time' });
  const form = page.getByRole('form', { name: 'Go to time' });
  const field = form.getByRole('textbox', { name: 'Go to time' });
  const place = await getWordPosition(page, 2);
  await page.mouse.click(place.x, place.y);
  await caretSettled(page);
  await page.keyboard.press('Alt+KeyT');
  await field.fill('soon');
  await field.press('Enter');
  await form.getByRole('alert').getByText('Enter a time such as').waitFor();
  await field.fill('59:59');
  await field.press('Enter');
  await form.getByRole('alert').getByText(`The recording ends at ${end}.`).waitFor();
  await expect(clock).toContainText(`/ ${end}`);
  assert.deepEqual(await findings(page, { impacts: allImpacts, within: 'section[aria-label=Player]' }), []);
  await field.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.locator('[role=textbox].tiptap:focus').waitFor();
  assert.equal((await getSound(page)).at, 0);

  await clock.click();
  await field.fill('0:12.5');
  await field.press('Enter');
  await form.waitFor({ state: 'detached' });
  await soundWhere(page, 'the moment', ({ at }) => Math.abs(at - 12.5) < 0.05);
  await page.locator('[role=textbox].tiptap:focus').waitFor();
  await page.waitForFunction((asked) => {
    const { anchorNode, anchorOffset } = getSelection() ?? {};
    return anchorNode?.nodeValue?.slice(anchorOffset).split(/\s/)[0] === asked;
  }, wordAt(12.5));

  await clock.click();
  await field.fill(end);
  await field.press('Enter');
  await form.waitFor({ state: 'detached' });
  await soundWhere(page, 'the end', ({ at, duration }) => at > duration - 0.2);
});

test('?t= opens at that moment, with caret and highlight; otherwise the place is remembered', async () => {
  const { url } = editor.made;
  await page.goto(`${url}?t=12.5`);
  await soundIsReady(page);
  await soundWhere(page, 'the moment', ({ at }) => Math.abs(at - 12.5) < 0.3);
  await wordShows(page, wordAt(12.5));
  await page.waitForFunction((asked) => {
    const { anchorNode, anchorOffset } = getSelection() ?? {};
    return anchorNode?.nodeValue?.slice(anchorOffset).split(/\s/)[0] === asked;
  }, wordAt(12.5));
  await slider().press('ArrowRight');
  await soundWhere(page, 'three seconds on', ({ at }) => Math.abs(at - 15.5) < 0.3);
  await openPlayer(page, url);
  await soundWhere(page, 'the remembered place', ({ at }) => Math.abs(at - 15.5) < 0.3);
});

test('the position is a slider for keys and screen readers, as a waveform and as a line', async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    const zoom = page.getByRole('button', { name: 'Zoom in' });
    if (viewport.width > 900) await zoom.click();
    else await zoom.waitFor({ state: 'detached' });
    await startAt(0);
    await slider().press('ArrowUp');
    await slider().press('PageUp');
    const { at, duration } = await getSound(page);
    assert.ok(Math.abs(at - 3 - duration / 10) < 0.1, `at ${at}`);
    await expect(slider()).toHaveAttribute('aria-valuetext', /^\d seconds of 5\d seconds$/);
    await expect(slider()).toHaveAttribute('aria-valuenow', String(Math.floor(at)));
    await slider().press('End');
    await soundWhere(page, 'the end', (sound) => sound.at > sound.duration - 0.2);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} px wide`);
    assert.deepEqual(await findings(page, { impacts: allImpacts, within: 'section[aria-label=Player]' }), []);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});
