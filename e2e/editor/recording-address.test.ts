import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { expect } from '#e2e/support/expect';
import { makeRecordedTranscript } from '#e2e/support/recorded-transcript';
import { signInContext } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
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

/* The address that the player has the recording from: given for a time, renewed, failing, and not there yet. */

let longhand: SharedLonghand;
let browser: Browser;
let page: Page;
let url: string;

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
  const made = await makeRecordedTranscript(longhand, { words: machineWords(150), monologues: 3 });
  ({ url } = made);
  page = await freshPage(browser);
  await signInContext(page.context(), longhand, made.account);
  // The page's timers go by a clock that the tests can put forward; the sound plays by the machine's own.
  await page.clock.install();
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

const play = () => page.getByRole('button', { name: 'Play', exact: true });

/** Waits until another address was loaded, and the sound has gone on with it where it was left. */
async function goesOn(): Promise<void> {
  const [left] = await soundDid(page, 'load');
  const [gone] = await soundDid(page, 'go');
  assert.ok(left !== undefined && left.at > 6, `it played on from 6 to ${left?.at}`);
  assert.equal(gone?.to.toFixed(3), left.at.toFixed(3));
  await soundWhere(page, 'the sound to go on', ({ isPlaying, at }) => isPlaying && at > left.at);
}

test('an address is renewed before it ends or when it fails, and playback continues where it was', async () => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/media')) asked += 1;
  });
  const coming = page.waitForResponse((response) => response.url().endsWith('/media'));
  await page.goto(url);
  const response = await coming;
  const { expiresAt, url: given } = (await response.json()) as ReadyMedia;
  await soundIsReady(page);
  const first = (await getSound(page)).src;
  // Two addresses of the same second are the same.
  await waitFor('another address', async () => {
    const again = await page.request.get(response.url());
    return ((await again.json()) as ReadyMedia).url !== given || undefined;
  });
  await standAt(page, 6);
  await play().click();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > 6.2);
  await recordSound(page);
  const now = await page.evaluate('Date.now()');
  const left = Date.parse(expiresAt) - Number(now);
  await page.clock.fastForward(left - 10 * 60_000);
  assert.equal((await getSound(page)).src, first);
  // It is renewed a minute before its end.
  await page.clock.fastForward(9 * 60_000 + 30_000);
  await goesOn();
  assert.notEqual((await getSound(page)).src, first);
  assert.equal(asked, 2);

  await recordSound(page);
  // What a browser tells when the network breaks off: it keeps the position.
  await page.evaluate(() => document.querySelector('video')?.dispatchEvent(new Event('error')));
  await goesOn();
  assert.equal(asked, 3);
});

test('an address that never works is explained, and tried again on request', async () => {
  await page.route('**/media', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), url: '/media/forged' } });
  });
  await page.goto(url);
  await page.getByText('This browser couldn’t play the recording.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await soundIsReady(page);
});

test('a recording that is being prepared is waited for, and one that is missing is explained', async () => {
  let isPrepared = false;
  await page.route('**/media', (route) =>
    isPrepared ? route.fallback() : route.fulfill({ json: { state: 'preparing', percent: 40 } }),
  );
  await page.goto(url);
  await page.getByText('Preparing the recording (40%).').waitFor();
  await expect(play()).toBeDisabled();
  isPrepared = true;
  await page.clock.fastForward(10_000);
  await soundIsReady(page);
  await page.unrouteAll();
  await page.route('**/media', (route) =>
    route.fulfill({ json: { state: 'missing', reason: 'The recording has been removed.' } }),
  );
  await page.goto(url);
  await page.getByText('The recording has been removed.').waitFor();
  await expect(play()).toBeDisabled();
  await expect(findSlider(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Transcript/ })).toBeEditable();
});

test('play before the address is there begins with it, unless the recording is still to be prepared', async () => {
  for (const kind of ['ready', 'preparing'] as const) {
    let isPrepared = kind === 'ready';
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/media', async (route) => {
      await released;
      return isPrepared ? route.fallback() : route.fulfill({ json: { state: 'preparing' } });
    });
    await page.goto(url);
    await play().click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    release();
    if (kind === 'ready') {
      await soundWhere(page, 'the sound to play', ({ isPlaying }) => isPlaying);
    } else {
      await page.getByText('Preparing the recording.').waitFor();
      await expect(play()).toBeDisabled();
      isPrepared = true;
      await page.clock.fastForward(10_000);
      await soundIsReady(page);
      assert.equal((await getSound(page)).isPlaying, false);
    }
    await page.unrouteAll();
  }
});

for (const width of [360, 1280]) {
  test(`the player is as high while the recording is prepared as after, ${width} px`, async () => {
    await page.setViewportSize({ width, height: 800 });
    const getHeight = () => page.getByRole('region', { name: 'Player' }).evaluate((bar) => bar.clientHeight);
    let isPrepared = false;
    await page.route('**/media', (route) =>
      isPrepared ? route.fallback() : route.fulfill({ json: { state: 'preparing', percent: 40 } }),
    );
    await page.goto(url);
    await page.getByText('Preparing the recording (40%).').waitFor();
    const before = await getHeight();
    isPrepared = true;
    await page.clock.fastForward(10_000);
    await soundIsReady(page);
    assert.equal(await getHeight(), before);
    // The waveform follows a moment later.
    await page.clock.fastForward(1000);
    if (width > 900) await findSlider(page).locator('[data-scheme] > div').waitFor();
    assert.equal(await getHeight(), before);
  });
}
