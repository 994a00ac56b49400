import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { freshPage, signIn, startBrowser } from '../account/browser';
import { makeTranscript } from '../editor/make-transcript';
import { openPlayer } from '../editor/sound';
import { ffmpeg } from '../speech';
import type { Longhand } from '../start-longhand';
import { note } from './note';

const keys = 120;
/** A fast typist's pause between two keys. */
const pauseMs = 60;

/** What the playing word costs in long transcripts, and how soon a key is painted while it plays. */
export async function measurePlaying(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-playing-'));
  const browser = await startBrowser();
  try {
    const sound = path.join(folder, 'sound.wav');
    await ffmpeg('-f', 'lavfi', '-i', 'anoisesrc=d=120:a=0.01:r=8000', sound);
    for (const words of [30_000, 50_000]) {
      const id = await makeTranscript(longhand, account, { words, monologues: words / 50 });
      const { tick, ticks, key, still } = await measure(browser, longhand, account, { id, sound });
      const label = `Playing, ${words / 1000},000 words`;
      note(
        `${label}: script of a frame with a new word, p95 of ${ticks}`,
        `${tick.toFixed(1)} ms`,
        'at most 2 ms',
      );
      note(
        `${label}: key to paint, p95`,
        `${key.toFixed(1)} ms`,
        `at most 20 ms; ${still.toFixed(1)} ms while nothing plays`,
      );
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  browser: Browser,
  longhand: Longhand,
  account: { email: string; password: string },
  { id, sound }: { id: string; sound: string },
): Promise<{ tick: number; ticks: number; key: number; still: number }> {
  const page = await freshPage(browser);
  await signIn(page, longhand, account);
  await page.route(/\/media$/, (route) =>
    route.fulfill({
      json: {
        state: 'ready',
        kind: 'audio',
        type: 'audio/wav',
        url: '/media/bench',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    }),
  );
  await page.route('**/media/bench', (route) => route.fulfill({ path: sound, contentType: 'audio/wav' }));
  // The compiler of this file names inner functions by a helper of its own.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(watchFrames);
  await openPlayer(page, `${longhand.baseUrl}/editor/${id}`);
  await type(page);
  const { paints: still } = await readFrames(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(8000);
  const { ticks } = await readFrames(page);
  await type(page);
  const { paints } = await readFrames(page);
  await page.context().close();
  return {
    tick: percentile95(ticks),
    ticks: ticks.length,
    key: percentile95(paints.slice(keys)),
    still: percentile95(still),
  };
}

/** Types in the middle of the first page. */
async function type(page: Page): Promise<void> {
  await page.locator('[role=textbox] section').nth(4).locator('p').click();
  await page.waitForTimeout(500);
  for (let n = 0; n < keys; n++) {
    await page.keyboard.type('abcde '[n % 6] ?? 'a');
    await page.waitForTimeout(pauseMs);
  }
}

interface Frames {
  ticks: number[];
  paints: number[];
}

function readFrames(page: Page): Promise<Frames> {
  return page.evaluate(() => (globalThis as unknown as { frames: Frames }).frames);
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Times each frame callback that moves the playing word, and each key from its event until behind the next frame. */
function watchFrames(): void {
  const frames: Frames = { ticks: [], paints: [] };
  Object.assign(globalThis, { frames });
  const wordNow = (): string => {
    const [range] = CSS.highlights.get('playing-word') ?? [];
    return range === undefined ? '' : `${range.startOffset}-${range.endOffset}`;
  };
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      const before = wordNow();
      const start = performance.now();
      callback(time);
      const took = performance.now() - start;
      if (wordNow() !== before) frames.ticks.push(took);
    });
  const channel = new MessageChannel();
  const waiting: number[] = [];
  channel.port1.addEventListener('message', () => {
    for (const since of waiting.splice(0)) frames.paints.push(performance.now() - since);
  });
  channel.port1.start();
  globalThis.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      waiting.push(timeStamp);
      request(() => channel.port2.postMessage(0));
    },
    { capture: true },
  );
}
