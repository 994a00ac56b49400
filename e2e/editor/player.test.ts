import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '../support/browser';
import { caretSettled } from '../support/editor-text';
import { signIn } from '../support/sign-in';
import { clientOf } from '../client';
import { makeRecording } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';
import {
  openPlayer,
  placeOfWord,
  playingWord,
  readWords,
  resumedAt,
  sliderOf,
  soundIsReady,
  soundOf,
  soundWhere,
  standAt,
  type SpokenWord,
  wordShows,
} from './sound';

/* The sound of a real recording, beside the words that the recogniser heard in it. */

let longhand: Longhand;
let browser: Browser;
let page: Page;
let folder: string;
let url: string;
let words: SpokenWord[];

before(async () => {
  [longhand, browser] = await Promise.all([startLonghand(), startBrowser()]);
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-player-'));
  const account = await longhand.createAccount();
  const client = clientOf(longhand, account.apiKey);
  const recording = path.join(folder, 'reading.wav');
  await makeRecording(recording, { seconds: 28 });
  const { id } = await client.submitFile(recording, 'audio/wav');
  await client.ended(id);
  page = await freshPage(browser);
  await signIn(page, longhand, account);
  url = `${longhand.baseUrl}/editor/${id}`;
  words = await readWords(page, `${longhand.baseUrl}/editor/data/${id}`);
  await openPlayer(page, url);
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => document.querySelector('video')?.pause());
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  await rm(folder, { recursive: true, force: true });
});

const wordAt = (second: number) => words.findLast(({ start }) => start <= second)?.text ?? '';
const play = () => page.getByRole('button', { name: 'Play', exact: true }).click();
const pause = () => page.getByRole('button', { name: 'Pause', exact: true }).click();
const slider = () => sliderOf(page);
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
  await play();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > 1);
  const shown = new Set<string>();
  for (let look = 0; look < 25; look++) {
    const [at, word] = await page.evaluate(
      () =>
        [
          document.querySelector('video')?.currentTime ?? 0,
          [...(CSS.highlights.get('playing-word') ?? [])].map(String).join(''),
        ] as const,
    );
    // A frame may be late on a busy machine.
    const possible = [0, 0.05, 0.1, 0.2, 0.3].map((late) => wordAt(at - late));
    assert.ok(possible.includes(word), `"${word}" at ${at}, not one of ${possible.join(', ')}`);
    shown.add(word);
    await page.waitForTimeout(120);
  }
  assert.ok(shown.size > 4, `shown: ${[...shown].join(' ')}`);
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
  const tenth = words[10] ?? assert.fail();
  const twentieth = words[20] ?? assert.fail();
  const place = await placeOfWord(page, 10);
  assert.equal(place.text, tenth.text);
  await page.mouse.click(place.x, place.y);
  assert.equal((await soundOf(page)).at, 0);
  assert.notEqual(await page.evaluate(() => getSelection()?.anchorOffset), 0);

  await page.mouse.dblclick(place.x, place.y);
  await soundWhere(page, 'the tenth word', ({ at }) => Math.abs(at - tenth.start) < 0.3);
  await wordShows(page, tenth.text);

  const other = await placeOfWord(page, 20);
  await page.keyboard.down('Alt');
  await page.mouse.click(other.x, other.y);
  await page.keyboard.up('Alt');
  await soundWhere(page, 'the twentieth word', ({ at }) => Math.abs(at - twentieth.start) < 0.3);
  await wordShows(page, twentieth.text);
});

test('where a plain click seeks, Alt+click only places the caret', async () => {
  await startAt(0);
  await page.getByRole('button', { name: 'Sound settings' }).click();
  const setting = page.getByRole('switch', { name: 'A plain click in the text goes to that moment' });
  await setting.check();
  await page.keyboard.press('Escape');
  const word = words[12] ?? assert.fail();
  const place = await placeOfWord(page, 12);
  await page.mouse.click(place.x, place.y);
  await soundWhere(page, 'the word', ({ at }) => Math.abs(at - word.start) < 0.3);
  const other = await placeOfWord(page, 3);
  await page.keyboard.down('Alt');
  await page.mouse.click(other.x, other.y);
  await page.keyboard.up('Alt');
  assert.ok(Math.abs((await soundOf(page)).at - word.start) < 0.3);
  await page.getByRole('button', { name: 'Sound settings' }).click();
  await setting.uncheck();
  await page.keyboard.press('Escape');
});

test('typing before the playing word leaves the right word shown', async () => {
  const word = words[10] ?? assert.fail();
  const place = await placeOfWord(page, 10);
  await page.mouse.dblclick(place.x, place.y);
  await soundWhere(page, 'the word', ({ at }) => Math.abs(at - word.start) < 0.3);
  const first = await placeOfWord(page, 2);
  await page.mouse.click(first.x, first.y);
  await page.keyboard.type('Xy ');
  await page.waitForTimeout(100);
  assert.equal(await playingWord(page), word.text);
  for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace');
  await page.waitForTimeout(100);
  assert.equal(await playingWord(page), word.text);
});

test('the speed changes with the pitch kept', async () => {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5×');
  const { playbackRate, preservesPitch } = await soundOf(page);
  assert.deepEqual({ playbackRate, preservesPitch }, { playbackRate: 1.5, preservesPitch: true });
  await page.keyboard.press('Alt+Digit0');
  assert.equal((await soundOf(page)).playbackRate, 1);
  await page.keyboard.press('Alt+Minus');
  assert.equal((await soundOf(page)).playbackRate, 0.9);
  await page.keyboard.press('Alt+Equal');
  await page.keyboard.press('Alt+Equal');
  assert.equal((await soundOf(page)).playbackRate, 1.1);
  await page.keyboard.press('Alt+Digit0');
});

test('resuming steps back a second, but not after somebody went elsewhere', async () => {
  await startAt(6);
  await play();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > 7.5);
  await pause();
  const left = (await soundOf(page)).at;
  const begun = await resumedAt(page);
  assert.ok(Math.abs(left - 1 - begun) < 0.3, `left at ${left}, resumed at ${begun}`);
  await pause();
  await startAt(6);
  const fresh = await resumedAt(page);
  assert.ok(fresh >= 6, `began at ${fresh}`);
});

test('a selection is repeated until somebody goes elsewhere', async () => {
  const [first, last] = [words[8] ?? assert.fail(), words[9] ?? assert.fail()];
  const from = await placeOfWord(page, 8);
  await page.mouse.dblclick(from.x, from.y);
  await page.keyboard.press('Control+Shift+ArrowRight');
  await caretSettled(page);
  await page.getByRole('button', { name: /^Repeat this monologue/ }).click();
  await play();
  const seen: number[] = [];
  for (let look = 0; look < 30; look++) {
    seen.push((await soundOf(page)).at);
    await page.waitForTimeout(80);
  }
  assert.ok(Math.min(...seen) >= first.start - 0.1, `from ${Math.min(...seen)}, not ${first.start}`);
  assert.ok(Math.max(...seen) <= last.end + 0.25, `to ${Math.max(...seen)}, not ${last.end}`);
  assert.ok(
    seen.some((at, i) => at < (seen[i - 1] ?? 0)),
    'it never began again',
  );
  await pause();
  await startAt(0);
  const button = page.getByRole('button', { name: /^Repeat this monologue/ });
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
});

test('the keys play, skip, and bring caret and sound together', async () => {
  await startAt(9);
  const place = await placeOfWord(page, 4);
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
  await page.keyboard.press('Control+Enter');
  const fourth = words[4] ?? assert.fail();
  await soundWhere(
    page,
    'play',
    ({ at, isPlaying }) => isPlaying && at - fourth.start < 2 && at >= fourth.start,
  );
  await page.keyboard.press('Escape');
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
  await page.keyboard.press('Alt+KeyK');
  await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
});

test('the time of a monologue plays from its beginning', async () => {
  await startAt(9);
  await page.locator('[role=textbox] section').first().locator("button[data-role='time']").click();
  await soundWhere(page, 'play', ({ at, isPlaying }) => isPlaying && at < 3);
});

test('the page follows the sound until somebody scrolls, and goes back when asked', async () => {
  await page.setViewportSize({ width: 400, height: 420 });
  await startAt(0);
  const top = () => page.evaluate(() => document.querySelector('main')?.scrollTop ?? 0);
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 4000));
  await play();
  await page.waitForFunction(() => (document.querySelector('main')?.scrollTop ?? 0) < 200);
  await page.mouse.move(200, 150);
  await page.mouse.wheel(0, 3000);
  const back = page.getByRole('button', { name: 'Back to the playing word' });
  await back.waitFor();
  const away = await top();
  await page.waitForTimeout(900);
  assert.ok(Math.abs((await top()) - away) < 60, `it scrolled from ${away} to ${await top()}`);
  await back.click();
  await page.waitForFunction(
    (before) => (document.querySelector('main')?.scrollTop ?? 0) < before - 100,
    away,
  );
  await back.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('?t= opens at that moment, with caret and highlight; otherwise the place is remembered', async () => {
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

test('an address that fails is renewed, and the sound goes on where it was', async () => {
  let asked = 0;
  await page.route('**/media', async (route) => {
    asked += 1;
    if (asked > 1) return route.fallback();
    const answer = await route.fetch();
    const told = (await answer.json()) as object;
    // The first one ends in four seconds, and is renewed before.
    await route.fulfill({ json: { ...told, expiresAt: new Date(Date.now() + 4000).toISOString() } });
  });
  await openPlayer(page, url);
  const first = (await soundOf(page)).src;
  await startAt(6);
  await play();
  await soundWhere(page, 'another address', ({ src }) => src !== first);
  const { at } = await soundWhere(page, 'the sound to go on', (one) => one.isPlaying && one.at > 6);
  assert.ok(at < 14, `it went on at ${at}`);
  assert.ok(asked >= 2);

  const before = (await soundOf(page)).at;
  // What a browser tells when the network breaks off: it keeps the position.
  await page.evaluate(() => {
    const media = document.querySelector('video');
    media?.addEventListener('loadedmetadata', () => (media.dataset['loaded'] = 'again'), { once: true });
    media?.dispatchEvent(new Event('error'));
  });
  await page.locator('video[data-loaded=again]').waitFor({ state: 'attached' });
  const next = await soundWhere(page, 'the sound to go on', ({ isPlaying, at }) => isPlaying && at > 0);
  assert.ok(next.at >= before && next.at < before + 4, `it went on at ${next.at}, not ${before}`);
});

test('an address that never works is told of in words, and tried again when asked', async () => {
  await page.route('**/media', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), url: '/media/forged' } });
  });
  await page.goto(url);
  await page.getByText('This browser could not play the recording.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await soundIsReady(page);
});

test('a recording that is being prepared is waited for, and one that is missing is told of in words', async () => {
  let asked = 0;
  await page.route('**/media', (route) => {
    asked += 1;
    return asked < 2 ? route.fulfill({ json: { state: 'preparing', percent: 40 } }) : route.fallback();
  });
  await page.goto(url);
  await page.getByText('The recording is being prepared for listening: 40 %.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled());
  await soundIsReady(page);
  await page.unrouteAll();
  await page.route('**/media', (route) =>
    route.fulfill({ json: { state: 'missing', reason: 'The recording has been removed.' } }),
  );
  await page.goto(url);
  await page.getByText('The recording has been removed.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled());
  assert.equal(await page.getByRole('textbox', { name: /^Transcript/ }).isEditable(), true);
});

test('the position is a slider for keys and screen readers, as a waveform and as a line', async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await openPlayer(page, url);
    if (viewport.width > 900) await page.getByRole('button', { name: 'Zoom in' }).click();
    await startAt(0);
    await slider().press('ArrowUp');
    await slider().press('PageUp');
    const { at, duration } = await soundOf(page);
    assert.ok(Math.abs(at - 3 - duration / 10) < 0.1, `at ${at}`);
    assert.match((await slider().getAttribute('aria-valuetext')) ?? '', /^\d seconds of 2\d seconds$/);
    assert.equal(await slider().getAttribute('aria-valuenow'), String(Math.floor(at)));
    await slider().press('End');
    await soundWhere(page, 'the end', (sound) => sound.at > sound.duration - 0.2);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} px wide`);
    const { violations } = await new AxeBuilder({ page }).include('section[aria-label=Player]').analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});
