import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { waitFor } from '#e2e/support/wait';
import { handsOn } from '#e2e/support/editor/by-tab';
import {
  findSlider,
  getSound,
  openPlayer,
  recordSound,
  soundDid,
  soundWhere,
} from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';

/* A video's picture, the waveform, and foot pedals that speak WebHID. */

const editor = useEditor({ words: 100, monologues: 3, recording: 'video' });
let page: Page;

before(() => editor.owner.addInitScript(pretendPedals));
beforeEach(async () => {
  page = await editor.open();
});

test('a video shows its picture, which can be hidden and shown again by keys while it plays on', async () => {
  const picture = page.getByRole('region', { name: 'Video' });
  await picture.waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await soundWhere(page, 'play', ({ isPlaying, at }) => isPlaying && at > 0.2);
  await page.getByRole('button', { name: 'Hide video' }).press('Enter');
  await picture.waitFor({ state: 'hidden' });
  const { at } = await getSound(page);
  await soundWhere(page, 'more sound', (sound) => sound.at > at + 0.2);
  await page.getByRole('button', { name: 'Show video' }).press('Enter');
  await picture.waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
});

test('the waveform’s cursor goes with the sound, and a click in it goes to that moment', async () => {
  const cursor = page.locator('[part=cursor]');
  await cursor.waitFor({ state: 'attached' });
  const isWithSound = () =>
    waitFor('the cursor to be where the sound is', async () => {
      const [left, { at, duration }] = await Promise.all([
        cursor.evaluate(({ style }) => parseFloat(style.left) / 100),
        getSound(page),
      ]);
      return Math.abs(left - at / duration) < 0.02 ? true : undefined;
    });
  const { x, y, width, height } = (await page.locator('[part=wrapper]').boundingBox()) ?? assert.fail();
  await page.mouse.click(x + width / 2, y + height / 2);
  const { duration } = await getSound(page);
  await soundWhere(page, 'the middle', ({ at }) => Math.abs(at - duration / 2) < 0.3);
  await isWithSound();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await soundWhere(page, 'the sound to move on', ({ at }) => at > duration / 2 + 1.5);
  await isWithSound();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await findSlider(page).press('Home');
  await isWithSound();
});

test('the waveform has the colors of those who speak, and a ruler of times below it', async () => {
  /** The waveform's colors at these parts of the recording, and whether the ruler is drawn. */
  const look = () =>
    page.evaluate(() => {
      const timeline = document.querySelector('[role=slider] [data-scheme]')?.parentElement;
      const waves = timeline
        ?.querySelector('[data-scheme] > div')
        ?.shadowRoot?.querySelector('.progress canvas');
      const ruler = timeline?.querySelector(':scope > canvas');
      if (!(waves instanceof HTMLCanvasElement) || !(ruler instanceof HTMLCanvasElement)) return undefined;
      const context = waves.getContext('2d');
      const colorAt = (part: number): string => {
        const { width, height } = waves;
        const data = context?.getImageData(Math.floor(width * part), 0, 8, height).data ?? [];
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3] === 255) return [data[i], data[i + 1], data[i + 2]].join(' ');
        }
        return '';
      };
      const drawn = ruler.getContext('2d')?.getImageData(0, 0, ruler.width, ruler.height).data ?? [];
      return {
        colors: [colorAt(0.1), colorAt(0.5), colorAt(0.9)],
        hasRuler: drawn.some((value) => value > 0),
      };
    });
  const shows = (what: string, colors: readonly string[]) =>
    waitFor(what, async () => {
      const seen = await look();
      return (seen?.hasRuler === true && seen.colors.join() === colors.join()) || undefined;
    });
  await page.emulateMedia({ colorScheme: 'light' });
  const [first, second, third, purple] = ['59 79 196', '163 67 12', '23 117 74', '141 42 131'];
  await shows('three speakers', [first, second, third]);
  const size = page.viewportSize() ?? assert.fail();
  await page.setViewportSize({ width: 768, height: 1024 });
  await shows('three speakers on a tablet', [first, second, third]);
  await page.getByRole('button', { name: 'Export' }).waitFor();
  await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await shows('three speakers after zooming', [first, second, third]);
  await page.evaluate(() => {
    const text = document.querySelector('[role=textbox]') as HTMLElement & {
      editor: {
        view: { state: { doc: { attrs: { speakers: object[] } }; tr: never }; dispatch: (tr: never) => void };
      };
    };
    const { view } = text.editor;
    const { tr, doc } = view.state as unknown as {
      tr: { setDocAttribute(name: string, value: unknown): never };
      doc: { attrs: { speakers: object[] } };
    };
    const speakers = doc.attrs.speakers.map((speaker, i) => (i === 1 ? { ...speaker, colour: 3 } : speaker));
    view.dispatch(tr.setDocAttribute('speakers', speakers));
  });
  await shows('another color of the second', [first, purple, third]);
  await page.emulateMedia({ colorScheme: null });
});

test('where one likes it so, the key of play plays as long as it is held', async () => {
  await page.getByRole('slider', { name: 'Position in the recording' }).press('Home');
  await page.keyboard.press('Control+Comma');
  await page.getByRole('checkbox', { name: 'Play only while the key is held' }).check();
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
  await page.getByRole('button', { name: 'Foot pedal…' }).press('Escape');
  await report(2);
  const { at } = await soundWhere(page, 'play', (sound) => sound.isPlaying && sound.at > 1.4);
  await report(0);
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
  await report(1);
  await soundWhere(page, 'the way back', (sound) => sound.at < at - 1);
  await report(4);
  await soundWhere(page, 'the way on', (sound) => sound.at > at);
  await report(0);
  await recordSound(page);
  await report(1);
  // Winding forward would appear between the steps back.
  const steps = await soundDid(page, 'go', 4);
  assert.deepEqual(
    steps.filter(({ at, to }) => to > at),
    [],
  );
  await report(0);
});

test('a pedal is connected and shown by keyboard alone, and the focus is back where it was', async () => {
  await unplug();
  await page.evaluate(() => Object.assign(globalThis, { chosen: 'Other' }));
  const hands = await handsOn(page);
  await hands.tabTo('button', 'More', { by: 'Shift+Tab' });
  await hands.press('Enter');
  await hands.choose(/^Settings/);
  await hands.tabTo('button', 'Foot pedal…');
  await hands.press('Enter');
  await hands.isOn('button', 'Connect pedal');
  await hands.press('Enter');
  await hands.isOn('button', 'Skip this pedal');
  await hands.press('Enter', 'Enter', 'Enter');
  await hands.isOn('button', 'Set up pedals again');
  await hands.press('Escape');
  await hands.isOn('button', 'Foot pedal…');
  await hands.press('Escape');
  await hands.isOn('button', 'More');
});

test('a pedal that is not known is shown switch by switch, and remembered', async () => {
  await unplug();
  await connectPedal('Other');
  await page.getByText('Press the left pedal…').waitFor();
  await report(0, 8);
  await page.getByText('Press the middle pedal…').waitFor();
  await report(0, 0);
  await report(0, 16);
  await page.getByText('Press the right pedal…').waitFor();
  await page.getByRole('button', { name: 'Skip this pedal' }).click();
  await page.getByText('Unnamed pedal is connected.').waitFor();
  await report(0, 0);

  await page.evaluate(() => localStorage.setItem('plugged', 'Other'));
  await openPlayer(page, editor.made.url);
  await page.getByRole('slider', { name: 'Position in the recording' }).press('Home');
  await report(0, 16);
  await soundWhere(page, 'play', ({ isPlaying }) => isPlaying);
  await report(0, 0);
  await soundWhere(page, 'a pause', ({ isPlaying }) => !isPlaying);
});

/** Unplugs the pedal in use, and makes the page forget it. */
async function unplug(): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    (globalThis as unknown as { unplug(): void }).unplug();
  });
}

async function connectPedal(which: string): Promise<void> {
  await page.evaluate((name) => Object.assign(globalThis, { chosen: name }), which);
  await page.keyboard.press('Control+Comma');
  await page.getByRole('button', { name: 'Foot pedal…' }).click();
  await page.getByRole('button', { name: 'Connect pedal' }).click();
}

/** Sends a report of these bytes from the pedal. */
async function report(...bytes: number[]): Promise<void> {
  await page.evaluate((sent) => (globalThis as unknown as { send(bytes: number[]): void }).send(sent), bytes);
}

/** Installs a WebHID interface with two fake pedals; `chosen` is the one that the user picks. */
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
  const named = (name: string | null | undefined) =>
    [devices[name ?? '']].filter((device) => device !== undefined);
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
    for (const device of Object.values(devices)) if (device.opened) device.dispatchEvent(event);
  };
  const unplug = (): void => {
    for (const device of Object.values(devices)) {
      device.opened = false;
      hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }));
    }
  };
  Object.assign(globalThis, { send, unplug });
}
