import type { Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { machineWords, makeTranscript } from '#e2e/support/editor/make-transcript';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';

const words = 30_000;
const runs = 5;

/** Measures how long replacing about 900 matches blocks the page of a three-hour transcript. */
export async function measureReplace(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const id = await makeTranscript(longhand, account, { words, monologues: 600 });
  const { letters, count } = makeLetters(900);
  const browser = await startBrowser();
  try {
    const page = await freshPage(browser);
    await signIn(page, longhand, account);
    await page.goto(`${longhand.baseUrl}/editor/${id}`);
    await page.locator('.tiptap').focus();
    await page.keyboard.press('Control+KeyH');
    await page.keyboard.type(letters);
    await page.getByLabel('Replace with').fill(`-${letters}ing-`);
    const taken: number[] = [];
    const shown: number[] = [];
    for (let run = 0; run < runs; run++) {
      const { work, frame } = await replaceAll(page);
      taken.push(work);
      shown.push(frame);
      await page.locator('.tiptap').focus();
      await page.keyboard.press('Control+KeyZ');
      await page.getByRole('button', { name: /^Replace all \d/ }).waitFor();
    }
    note(
      `Replacing ${count} places in ${words.toLocaleString('en')} words`,
      `${Math.round(median(taken))} ms`,
      `at most 60 ms; ${Math.round(median(shown))} ms until it is painted`,
    );
  } finally {
    await browser.close();
  }
}

/** Clicks the button. Returns how long that blocked the page, and when the next frame was painted. */
function replaceAll(page: Page): Promise<{ work: number; frame: number }> {
  return page.evaluate(async () => {
    const all = [...document.querySelectorAll('button')];
    const button = all.find(({ textContent }) => textContent?.startsWith('Replace all'));
    const began = performance.now();
    button?.click();
    const work = performance.now() - began;
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve, 0));
    });
    return { work, frame: performance.now() - began };
  });
}

/** Three letters that occur about this often in the generated transcript. */
function makeLetters(wanted: number): { letters: string; count: number } {
  const counts = new Map<string, number>();
  for (const { text } of machineWords(words)) {
    const within = new Set(
      Array.from(text, (_, i) => text.slice(i, i + 3)).filter(({ length }) => length === 3),
    );
    for (const letters of within) counts.set(letters, (counts.get(letters) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return { letters: best?.[0] ?? '', count: best?.[1] ?? 0 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
