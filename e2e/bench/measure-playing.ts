import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { openPlayer } from '#e2e/support/editor/sound';
import { ffmpeg } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { keysToPaint, pauseMs } from './keys-to-paint';
import { note } from './note';

const keys = 120;
const soundSeconds = 3 * 3600;

/** Measures the cost of the playing word in long transcripts, and the time from key to paint during playback. */
export async function measurePlaying(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-playing-'));
  const browser = await startBrowser();
  try {
    const sound = path.join(folder, 'sound.flac');
    // Silence, since hours of it are generated quickly.
    await ffmpeg('-f', 'lavfi', '-t', String(soundSeconds), '-i', 'anullsrc=r=8000:cl=mono', sound);
    for (const words of [30_000, 50_000]) {
      const id = await makeTranscript(longhand, account, { words, monologues: words / 50 });
      const { tick, ticks, key, still } = await measure(browser, longhand, account, { id, sound });
      const label = `Playing, ${words / 1000},000 words`;
      note(`${label}: script of a new word, p95 of ${ticks}`, `${tick.toFixed(1)} ms`, 'at most 2 ms');
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
        type: 'audio/flac',
        url: '/media/bench',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    }),
  );
  await page.route('**/media/bench', (route) => route.fulfill({ path: sound, contentType: 'audio/flac' }));
  await page.route('**/peaks', (route) => route.fulfill({ body: madeUpPeaks() }));
  await page.addInitScript(watchTimers);
  await openPlayer(page, `${longhand.baseUrl}/editor/${id}`);
  await page.locator('canvas').first().waitFor();
  const still = await keysToPaint(page, () => type(page));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(8000);
  const ticks = await page.evaluate(() => (globalThis as unknown as { ticks: number[] }).ticks.slice());
  const playing = await keysToPaint(page, () => type(page));
  await page.context().close();
  return {
    tick: percentile95(ticks),
    ticks: ticks.length,
    key: percentile95(playing),
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

/** Generates the peaks of such a recording, 20 a second, in the worker's format. */
function madeUpPeaks(): Buffer {
  const points = soundSeconds * 20;
  const file = Buffer.alloc(24 + points * 2);
  for (const [i, value] of [2, 1, 8000, 400, points, 1].entries()) file.writeInt32LE(value, i * 4);
  for (let i = 0; i < points; i++) {
    const height = 20 + Math.round(100 * Math.abs(Math.sin(i / 7)));
    file.writeInt8(-height, 24 + i * 2);
    file.writeInt8(height, 25 + i * 2);
  }
  return file;
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Times each timer callback that moves the playing word. */
function watchTimers(): void {
  const ticks: number[] = [];
  Object.assign(globalThis, { ticks });
  const wordNow = (): string => {
    const [range] = CSS.highlights.get('playing-word') ?? [];
    return range === undefined ? '' : `${range.startOffset}-${range.endOffset}`;
  };
  const request = globalThis.setTimeout.bind(globalThis);
  const timed = (work: () => void, ms?: number) =>
    request(() => {
      const before = wordNow();
      const start = performance.now();
      work();
      const took = performance.now() - start;
      if (wordNow() !== before) ticks.push(took);
    }, ms);
  Object.assign(globalThis, { setTimeout: timed });
}
