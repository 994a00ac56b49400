import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '../support/browser';
import { signIn } from '../support/sign-in';
import { clientOf } from '../client';
import { ffmpeg, readClips } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';
import { handsOn } from './by-tab';
import { openPlayer, sliderOf, soundOf, soundWhere } from './sound';

/* A video's picture, the waveform, and foot pedals that speak WebHID. */

let longhand: Longhand;
let browser: Browser;
let page: Page;
let folder: string;
let url: string;

before(async () => {
  [longhand, browser] = await Promise.all([startLonghand(), startBrowser()]);
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-picture-'));
  const account = await longhand.createAccount();
  const client = clientOf(longhand, account.apiKey);
  const film = path.join(folder, 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-pix_fmt', 'yuv420p', '-shortest'];
  await ffmpeg('-i', (await readClips())[2]?.file ?? '', ...picture, film);
  const { id } = await client.submitFile(film, 'video/mp4');
  await client.ended(id);
  page = await freshPage(browser);
  // The compiler of this file names inner functions by a helper of its own.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(pretendPedals);
  await signIn(page, longhand, account);
  url = `${longhand.baseUrl}/editor/${id}`;
  await openPlayer(page, url);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a video shows its picture, which can be hidden and shown again by keys while it plays on', async () => {
  const picture = page.getByRole('region', { name: 'Picture' });
  await picture.waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await soundWhere(page, 'play', ({ isPlaying, at }) => isPlaying && at > 0.2);
  await page.getByRole('button', { name: 'Hide the picture' }).press('Enter');
  await picture.waitFor({ state: 'hidden' });
  const { at } = await soundOf(page);
  await soundWhere(page, 'more sound', (sound) => sound.at > at + 0.2);
  await page.getByRole('button', { name: 'Show the picture' }).press('Enter');
  await picture.waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
});

test('the waveform’s cursor goes with the sound, and a click in it goes to that moment', async () => {
  await openPlayer(page, url);
  const cursor = page.locator('[part=cursor]');
  await cursor.waitFor({ state: 'attached' });
  const isWithSound = () =>
    waitFor('the cursor to be where the sound is', async () => {
      const [left, { at, duration }] = await Promise.all([
        cursor.evaluate(({ style }) => parseFloat(style.left) / 100),
        soundOf(page),
      ]);
      return Math.abs(left - at / duration) < 0.02 ? true : undefined;
    });
  const { x, y, width, height } = (await page.locator('[part=wrapper]').boundingBox()) ?? assert.fail();
  await page.mouse.click(x + width / 2, y + height / 2);
  const { duration } = await soundOf(page);
  await soundWhere(page, 'the middle', ({ at }) => Math.abs(at - duration / 2) < 0.3);
  await isWithSound();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > duration / 2 + 1.5);
  await isWithSound();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await sliderOf(page).press('Home');
  await isWithSound();
});

test('where one likes it so, the key of play plays as long as it is held', async () => {
  await page.getByRole('slider', { name: 'Position in the recording' }).press('Home');
  await page.getByRole('button', { name: 'Sound settings' }).click();
  await page.getByRole('switch', { name: 'Play only while the key is held' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: /^Transcript of/ }).focus();
  await page.keyboard.down('Alt');
  await page.keyboard.down('KeyK');
  await soundWhere(page, 'play', ({ isPlaying, at }) => isPlaying && at > 0.3);
  await page.keyboard.up('KeyK');
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
  await page.keyboard.up('Alt');
});

test('a pedal that is known plays as long as it is held, and winds', async () => {
  await page.getByRole('slider', { name: 'Position in the recording' }).press('Home');
  await connectPedal('Infinity');
  await page.getByText('VEC USB Footpedal is connected.').waitFor();
  await page.keyboard.press('Escape');
  await report(2);
  const { at } = await soundWhere(page, 'play', (sound) => sound.isPlaying && sound.at > 1.4);
  await report(0);
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
  await report(1);
  await soundWhere(page, 'the way back', (sound) => sound.at < at - 1);
  await report(4);
  await soundWhere(page, 'the way on', (sound) => sound.at > at);
  await report(0);
  const { at: left } = await soundOf(page);
  await page.waitForTimeout(400);
  assert.equal((await soundOf(page)).at, left);
});

test('a pedal that is not known is shown switch by switch, and remembered', async () => {
  await openPlayer(page, url);
  await connectPedal('Other');
  await page.getByText('Press the left pedal…').waitFor();
  await report(0, 8);
  await page.getByText('Press the middle pedal…').waitFor();
  await report(0, 0);
  await report(0, 16);
  await page.getByText('Press the right pedal…').waitFor();
  await page.getByRole('button', { name: 'I have no such pedal' }).click();
  await page.getByText('Unnamed pedal is connected.').waitFor();
  await report(0, 0);

  await page.evaluate(() => localStorage.setItem('plugged', 'Other'));
  await openPlayer(page, url);
  await page.getByRole('slider', { name: 'Position in the recording' }).press('Home');
  await report(0, 16);
  await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
  await report(0, 0);
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
});

test('a pedal is connected and shown by keyboard alone, and the focus is back where it was', async () => {
  await page.evaluate(() => localStorage.clear());
  await openPlayer(page, url);
  await page.evaluate(() => Object.assign(globalThis, { chosen: 'Other' }));
  const hands = await handsOn(page);
  await hands.tabTo('button', 'Sound settings');
  await hands.press('Enter');
  await hands.tabTo('button', 'Foot pedal…');
  await hands.press('Enter');
  await hands.isOn('button', 'Connect a pedal');
  await hands.press('Enter');
  await hands.isOn('button', 'I have no such pedal');
  await hands.press('Enter', 'Enter', 'Enter');
  await hands.isOn('button', 'Show its pedals again');
  await hands.press('Escape');
  await hands.isOn('button', 'Sound settings');
});

async function connectPedal(which: string): Promise<void> {
  await page.evaluate((name) => Object.assign(globalThis, { chosen: name }), which);
  await page.getByRole('button', { name: 'Sound settings' }).click();
  await page.getByRole('button', { name: 'Foot pedal…' }).click();
  await page.getByRole('button', { name: 'Connect a pedal' }).click();
}

/** Has the pedal send a report of these bytes. */
async function report(...bytes: number[]): Promise<void> {
  await page.evaluate((sent) => (globalThis as unknown as { send(bytes: number[]): void }).send(sent), bytes);
}

/** Puts the interface of WebHID in front of two pedals; `chosen` is what the person picks. */
function pretendPedals(): void {
  const device = (vendorId: number, productId: number, productName: string) =>
    Object.assign(new EventTarget(), {
      vendorId,
      productId,
      productName,
      opened: false,
      async open() {
        this.opened = true;
      },
      async close() {
        this.opened = false;
      },
    });
  const devices: Record<string, ReturnType<typeof device>> = {
    Infinity: device(0x05f3, 0x00ff, 'VEC USB Footpedal'),
    Other: device(0x1234, 0x5678, 'Unnamed pedal'),
  };
  const named = (name: string | null | undefined) => [devices[name ?? '']].filter((one) => one !== undefined);
  const chosen = () => (globalThis as unknown as { chosen?: string }).chosen;
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => named(localStorage.getItem('plugged')),
    requestDevice: async () => named(chosen()),
  });
  Object.defineProperty(Navigator.prototype, 'hid', { get: () => hid, configurable: true });
  const send = (bytes: number[]): void => {
    const event = Object.assign(new Event('inputreport'), {
      reportId: 0,
      data: new DataView(new Uint8Array(bytes).buffer),
    });
    for (const one of Object.values(devices)) if (one.opened) one.dispatchEvent(event);
  };
  Object.assign(globalThis, { send });
}
