import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { playingWord, standAt } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/* A small page follows the sound, and stops following when the user scrolls. */

// The first monologue is long enough to scroll while it loops.
const editor = useEditor({ words: 150, monologues: 3, recording: 'audio' });
let page: Page;

const play = () => page.getByRole('button', { name: 'Play', exact: true }).click();

test('the page follows the sound until someone scrolls, and returns when asked', async () => {
  await startOnSmallPage();
  await play();
  await wordInSight();
  const back = page.getByRole('button', { name: 'Back to current word' });
  await page.mouse.move(200, 150);
  let before: number | undefined;
  const away = await waitFor('the end of the page', async () => {
    await page.mouse.wheel(0, 3000);
    const { top, isAtEnd } = await scrolled();
    const rests = isAtEnd && top === before;
    before = top;
    return rests ? top : undefined;
  });
  await back.waitFor();
  // Each of the next words would scroll the page.
  for (let words = 0; words < 3; words++) await anotherWord();
  assert.equal((await scrolled()).top, away);
  await back.click();
  await wordInSight();
  assert.ok((await scrolled()).top < away - 100);
  await back.waitFor({ state: 'hidden' });
});

for (const way of ['jumps', 'glides']) {
  test(`whoever scrolls while the page ${way} to the playing word stays there`, async () => {
    await startOnSmallPage();
    await play();
    await wordInSight();
    // An empty wheel event stops following, so that the page scrolls only as the test does.
    await page.evaluate(() => document.querySelector('main')?.dispatchEvent(new WheelEvent('wheel')));
    const back = page.getByRole('button', { name: 'Back to current word' });
    await back.waitFor();
    // From here, each word of the first monologue is less than a page's height away, and none is in the middle.
    const from = way === 'jumps' ? 9999 : 190;
    await page.evaluate(async (from) => {
      document.querySelector('main')?.scrollTo(0, from);
      await new Promise(requestAnimationFrame);
    }, from);
    // Stops following when the page first scrolls; otherwise it would continue in the next frames.
    await page.evaluate((way) => {
      const main = document.querySelector('main') as HTMLElement;
      main.addEventListener(
        'scroll',
        () => {
          main.dispatchEvent(new WheelEvent('wheel'));
          if (way === 'jumps') main.scrollTo(0, main.scrollHeight);
          Object.assign(globalThis, { held: main.scrollTop });
        },
        { once: true },
      );
    }, way);
    await back.click();
    await page.waitForFunction(() => (globalThis as { held?: number }).held !== undefined);
    await anotherWord();
    const held = await page.evaluate(() => (globalThis as unknown as { held: number }).held);
    assert.equal((await scrolled()).top, held);
    assert.ok(held > 0);
    await back.waitFor();
  });
}

/**
 * Prepares the first monologue to loop, so that the sound doesn't end however slow the machine is, and scrolls the page
 * to the end by script, which doesn't stop following.
 */
async function startOnSmallPage(): Promise<void> {
  page = await editor.open();
  await page.setViewportSize({ width: 400, height: 420 });
  await page.evaluate(() => {
    document.querySelector('video')?.pause();
    Object.assign(globalThis, { held: undefined });
  });
  const loop = page.getByRole('button', { name: /^Repeat paragraph/ });
  if ((await loop.getAttribute('aria-pressed')) === 'true') await loop.click();
  await expect(loop).toHaveAttribute('aria-pressed', 'false');
  await standAt(page, 0);
  await loop.click();
  // Monologues have their real height only once drawn.
  await page.waitForFunction(() => {
    const main = document.querySelector('main') as HTMLElement;
    main.scrollTo(0, main.scrollHeight);
    return main.scrollTop > main.clientHeight * 1.5;
  });
}

const scrolled = () =>
  page.evaluate(() => {
    const { scrollTop: top, clientHeight, scrollHeight } = document.querySelector('main') as HTMLElement;
    return { top, isAtEnd: top + clientHeight > scrollHeight - 2 };
  });

/** Waits until the playing word is in view, above the page's lower edge. */
async function wordInSight(): Promise<void> {
  await page.waitForFunction(() => {
    const [range] = CSS.highlights.get('playing-word') ?? [];
    if (!(range instanceof Range)) return false;
    const main = document.querySelector('main')?.getBoundingClientRect();
    const { top, bottom } = range.getBoundingClientRect();
    return main !== undefined && top >= main.top && bottom <= main.top + main.height * 0.85;
  });
}

async function anotherWord(): Promise<void> {
  const shown = await playingWord(page);
  await waitFor('another word', async () => (await playingWord(page)) !== shown || undefined);
}
