import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import type { Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { freshPage } from '#e2e/support/browser';
import { makeRecordedTranscript } from '#e2e/support/recorded-transcript';
import { signInContext } from '#e2e/support/sign-in';
import { textRests } from '#e2e/support/editor/editor-text';
import { machineWords } from '#e2e/support/editor/make-transcript';
import type { ReadyMedia } from '#e2e/support/editor/media';
import { waitFor } from '#e2e/support/wait';
import {
  findSlider,
  recordSound,
  soundDid,
  soundIsReady,
  getSound,
  soundWhere,
  standAt,
} from '#e2e/support/editor/sound';
import { useSite } from '#e2e/support/use-site';

/* The recording's URL in the player: temporary, renewed, failing, and not available yet. */

const site = useSite({ keepsOpen: true });
let page: Page;
let url: string;

before(async () => {
  const { longhand, browser } = site;
  const made = await makeRecordedTranscript(longhand, { words: machineWords(150), monologues: 3 });
  ({ url } = made);
  page = await freshPage(browser);
  await signInContext(page.context(), longhand, made.account);
  // The page's timers use a clock that the tests can advance; playback uses the machine's.
  await page.clock.install();
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const play = () => page.getByRole('button', { name: 'Play', exact: true });
const pause = () => page.getByRole('button', { name: 'Pause', exact: true });

type Answer = { state: 'preparing'; percent?: number } | { state: 'missing'; reason: string };

/** Answers the page's requests for the recording with `as`, or else the real answer. */
async function answer(as?: Answer): Promise<void> {
  await page.unrouteAll();
  if (as !== undefined) await page.route('**/media', (route) => route.fulfill({ json: as }));
}

/** Opens the editor with the request for the recording pending until the returned function is called. */
async function openUnanswered(as?: Answer): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/media', async (route) => {
    await released;
    return as === undefined ? route.fallback() : route.fulfill({ json: as });
  });
  await page.goto(url);
  return release;
}

/** Waits until another URL was loaded, and the sound has resumed where it stopped. */
async function goesOn(): Promise<void> {
  const [left] = await soundDid(page, 'load');
  const [gone] = await soundDid(page, 'go');
  assert.ok(left !== undefined && left.at > 6, `it played on from 6 to ${left?.at}`);
  assert.equal(gone?.to.toFixed(3), left.at.toFixed(3));
  await soundWhere(page, 'the sound to go on', ({ isPlaying, at }) => isPlaying && at > left.at);
}

test('play before the address is there begins with it', async () => {
  const release = await openUnanswered();
  await play().click();
  await pause().waitFor();
  release();
  await soundWhere(page, 'the sound to play', ({ isPlaying }) => isPlaying);
  await pause().click();
});

test('an address is renewed before it ends or when it fails, and playback continues where it was', async () => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/media')) asked += 1;
  });
  const ask = async () =>
    (await (
      await page.request.get(url.replace('/editor/', '/editor/data/') + '/media')
    ).json()) as ReadyMedia;
  const { expiresAt, url: given } = await ask();
  const first = (await getSound(page)).src;
  // Two URLs of the same second are equal.
  await waitFor('another address', async () => (await ask()).url !== given || undefined);
  await standAt(page, 6);
  await play().click();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > 6.2);
  await recordSound(page);
  const now = await page.evaluate('Date.now()');
  const left = Date.parse(expiresAt) - Number(now);
  await page.clock.fastForward(left - 10 * 60_000);
  assert.equal((await getSound(page)).src, first);
  // The URL is renewed a minute before it expires.
  await page.clock.fastForward(9 * 60_000 + 30_000);
  await goesOn();
  assert.notEqual((await getSound(page)).src, first);
  assert.equal(asked, 1);

  await recordSound(page);
  // Browsers fire this event when the network fails, and keep the position.
  await page.evaluate(() => document.querySelector('video')?.dispatchEvent(new Event('error')));
  await goesOn();
  assert.equal(asked, 2);
});

test('an address that never works is explained, and tried again on request', async () => {
  await page.route('**/media', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), url: '/media/forged' } });
  });
  await page.evaluate(() => document.querySelector('video')?.dispatchEvent(new Event('error')));
  await page.getByText('This browser couldn’t play the recording.').waitFor();
  await answer();
  await page.getByRole('button', { name: 'Try again' }).click();
  await soundIsReady(page);
});

test('a recording that is prepared is waited for, in a player as high, and plays only when asked again', async () => {
  const getHeights = async () => {
    const heights: number[] = [];
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await textRests(page);
      heights.push(await page.getByRole('region', { name: 'Player' }).evaluate((bar) => bar.clientHeight));
    }
    return heights;
  };
  const release = await openUnanswered({ state: 'preparing', percent: 40 });
  await play().click();
  await pause().waitFor();
  release();
  await page.getByText('Preparing a playable copy (40%).').waitFor();
  await expect(play()).toBeDisabled();
  const before = await getHeights();
  await answer();
  await page.clock.fastForward(10_000);
  await soundIsReady(page);
  assert.equal((await getSound(page)).isPlaying, false);
  assert.deepEqual(await getHeights(), before);
  // The waveform appears a moment later.
  await page.clock.fastForward(1000);
  await findSlider(page).locator('[data-scheme] > div').waitFor();
  assert.deepEqual(await getHeights(), before);
});

test('a recording that is missing is explained, and its transcript can be edited', async () => {
  await answer({ state: 'missing', reason: 'The recording has been removed.' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('The recording has been removed.').waitFor();
  await expect(play()).toBeDisabled();
  await expect(findSlider(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Transcript/ })).toBeEditable();
});
