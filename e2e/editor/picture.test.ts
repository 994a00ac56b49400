import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { findings, seriousFindings } from '#e2e/support/accessibility';
import { freshPage } from '#e2e/support/browser';
import { editable } from '#e2e/support/editor/editor';
import { textRests } from '#e2e/support/editor/editor-text';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { makeRecordedTranscript, type RecordedTranscript } from '#e2e/support/recorded-transcript';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';

/* A video's picture is docked: it covers neither text nor controls, at any position and size. */

const site = useSite({ keepsOpen: true });
const words = machineWords(100);
const widths = [360, 1024, 1280] as const;
let page: Page;
let made: RecordedTranscript;

before(async () => {
  const { longhand, browser } = site;
  made = await makeRecordedTranscript(longhand, { words, monologues: 12, kind: 'video' });
  page = await freshPage(browser);
  await signInContext(page.context(), longhand, made.account);
});

const picture = () => page.getByRole('region', { name: 'Video' });

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Video position and size' }).press('Enter');
  // The menu takes the focus when it opens.
  await page.locator('[role=menuitemradio]:focus').waitFor();
  const choice = page.getByRole('menuitemradio', { name: item });
  await choice.press('Enter');
  await page.locator(`[role=menuitemradio][aria-checked=true]`, { hasText: item }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

/** Lists what the picture overlaps: parts of the page, controls, and the last line of the text. */
function findCovered(): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    main?.scrollTo(0, main.scrollHeight);
    const picture = document.querySelector('[data-picture]');
    if (picture === null || main === null) return ['there is no picture'];
    const box = picture.getBoundingClientRect();
    const covered: string[] = [];
    const check = (name: string, { left, top, right, bottom }: DOMRect, within?: DOMRect): void => {
      const [x, y] = [Math.max(left, within?.left ?? left), Math.max(top, within?.top ?? top)];
      const [toX, toY] = [
        Math.min(right, within?.right ?? right),
        Math.min(bottom, within?.bottom ?? bottom),
      ];
      if (toX <= x || toY <= y) return;
      if (x < box.right - 0.5 && toX > box.left + 0.5 && y < box.bottom - 0.5 && toY > box.top + 0.5)
        covered.push(name);
    };
    for (const region of document.querySelectorAll('[data-region]:not([data-picture])')) {
      const frame = region.getBoundingClientRect();
      check(`the ${region.getAttribute('data-region')}`, frame);
      for (const control of region.querySelectorAll('button, a, input, select'))
        if (control.checkVisibility())
          check(control.outerHTML.slice(0, 100), control.getBoundingClientRect(), frame);
    }
    const range = new Range();
    range.selectNodeContents([...main.querySelectorAll('[data-monologue] p')].at(-1) ?? main);
    const lines = [...range.getClientRects()];
    const last = lines.at(-1);
    const frame = main.getBoundingClientRect();
    if (last === undefined || last.top < frame.top || last.bottom > frame.bottom)
      covered.push('the last line is not in sight');
    else check('the last line', last);
    const video = picture.querySelector('video')?.getBoundingClientRect() ?? new DOMRect();
    if (video.width < 100 || video.height < 80) covered.push('the video is too small');
    if (box.right > innerWidth || video.right > box.right + 0.5) covered.push('the video is cut');
    for (const button of picture.querySelectorAll('button')) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isApart =
        right <= video.left + 0.5 ||
        left >= video.right - 0.5 ||
        bottom <= video.top + 0.5 ||
        top >= video.bottom - 0.5;
      if (!isApart) covered.push(`${button.ariaLabel} is on the video`);
    }
    return covered;
  });
}

/**
 * Opens the editor. The server answers about the recording only after the text's position was measured at each width.
 */
async function standsStill(): Promise<void> {
  const places = async () => {
    const all: unknown[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await textRests(page);
      all.push(
        await page.locator('section[data-monologue=m1] p').boundingBox(),
        await picture().boundingBox(),
      );
    }
    return all;
  };
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/media', async (route) => {
    await held;
    await route.continue();
  });
  try {
    await page.goto(made.url);
    await editable(page);
    await picture().waitFor();
    const before = await places();
    release();
    await waitFor('the video to be ready', () =>
      page.evaluate(() => (document.querySelector('video')?.videoWidth ?? 0) > 0 || undefined),
    );
    assert.deepEqual(await places(), before);
  } finally {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  }
}

test('the text stands still while a video is prepared', async () => {
  await site.longhand.sql`
    update jobs set rendition_key = null, rendition_type = null, peaks_key = null, rendition_asked_at = null,
      rendition_starts = 0, has_picture = true
    where id = ${made.jobId}`;
  await standsStill();
});

for (const width of widths) {
  const places = width === 360 ? ['Small', 'Medium', 'Large'] : ['Beside the text', 'Above the text'];
  test(`the picture covers neither text nor controls, ${width} px`, async () => {
    await page.setViewportSize({ width, height: 800 });
    for (const place of places) {
      await choose(place);
      if (width > 360) await choose('Large');
      for (const panel of ['none', 'settings', 'export']) {
        if (panel === 'settings') await page.keyboard.press('Control+Comma');
        if (panel === 'export') await page.keyboard.press('Control+Shift+E');
        if (panel !== 'none') await page.locator(`[data-panel=${panel}]`).waitFor();
        assert.deepEqual(await findCovered(), [], `${place}, panel ${panel}`);
      }
      assert.deepEqual(await findings(page, { within: '[data-picture]' }), []);
      if (place === places.at(-1)) assert.deepEqual(await seriousFindings(page), []);
      await page.locator('[data-panel]').press('Escape');
    }
  });
}

test('where the picture is and how large are chosen by keyboard', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await choose('Beside the text');
  await choose('Small');
  const box = async () => (await picture().boundingBox()) ?? assert.fail();
  const text = async () => (await page.locator('main').boundingBox()) ?? assert.fail();
  assert.ok((await box()).x >= (await text()).x + (await text()).width - 1);
  const small = (await box()).width;
  await choose('Large');
  assert.ok((await box()).width > small);
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/editor/'),
  );
  await choose('Above the text');
  assert.ok((await box()).y + (await box()).height <= (await text()).y + 1);
  await saved;
});

test('the text stands still while a video gets ready, and its picture is remembered where and as large as it was', async () => {
  await standsStill();
  await waitFor('the picture above the text', async () =>
    (await picture().getAttribute('data-picture')) === 'above' ? true : undefined,
  );
  await expect(picture()).toHaveAttribute('data-size', 'large');
});

test('a phone hides the picture, and shows it again from the menu', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Hide video' }).click();
  await picture().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show video' }).click();
  await picture().waitFor();
});
