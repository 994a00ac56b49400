import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { freshContext, startBrowser } from '#e2e/support/browser';
import {
  editable,
  guestContext,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  stands,
  type SharedTranscript,
} from '#e2e/support/editor/editor';
import { caretAtEnd, getText, textRests, typeAtEnd } from '#e2e/support/editor/editor-text';
import { stoodStill, watchLayout } from '#e2e/support/editor/steady';
import { expect } from '#e2e/support/expect';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* What one reads and what one is about to press stay where they are, on a phone, a tablet and a laptop. */

const name = 'Interview with the ferryman of Llanfairpwllgwyngyll.mp3';
const bar = ['[data-region=bar]', '[data-region=bar] h1', '[data-region=bar] [aria-label=Undo]'];

let longhand: SharedLonghand;
let browser: Browser;
let made: SharedTranscript;
let owner: BrowserContext;

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
});
beforeEach(async () => {
  // Paragraphs of a line or two, in which nothing is hidden by the height of the text.
  made = await makeSharedTranscript(longhand, { words: 120, monologues: 30, name });
  owner = await ownerContext(browser, made);
  // What the player says of its recording comes at a time of its own.
  await owner.route('**/media', (route) => route.abort());
});
// What a test leaves open when it fails would keep the transcript from the next.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function openAt(width: number): Promise<Page> {
  const page = await openEditorTab(owner, made.url);
  await page.setViewportSize({ width, height: 800 });
  await stands(page, 'saved');
  await textRests(page);
  return page;
}

const visited = (page: Page, monologue: string) =>
  page.locator(`section[data-monologue="${monologue}"] header[data-people]`);

for (const width of [360, 1024, 1280]) {
  test(`the bar and the text stand still while one types and a guest comes and goes, ${width} px`, async () => {
    const page = await openAt(width);
    const guests = await guestContext(browser, 'Bernadette Guest-Featherstonehaugh');
    await watchLayout(page, [...bar, 'section[data-monologue=m1] p', 'section[data-monologue=m6] p']);
    await typeAtEnd(page, 'm2', ' x');
    await stands(page, 'saved');

    const guest = await openEditorTab(guests, made.sharedUrl);
    await page.locator('[data-region=bar]').getByText('Bernadette').first().waitFor({ state: 'attached' });
    await caretAtEnd(guest, 'm3');
    await visited(page, 'm3').waitFor();
    await guest.keyboard.type(' y');
    await stands(guest, 'saved');
    await caretAtEnd(guest, 'm5');
    await visited(page, 'm5').waitFor();
    await guest.close();
    await visited(page, 'm5').waitFor({ state: 'detached' });

    await owner.setOffline(true);
    await page.keyboard.type('z');
    await stands(page, 'unreachable');
    await owner.setOffline(false);
    await stands(page, 'saved');
    await stoodStill(page);
  });

  for (const who of ['types', 'reads']) {
    test(`a conflict moves neither the bar nor the text of the one who ${who}, ${width} px`, async () => {
      const page = await openAt(width);
      const guests = await guestContext(browser, 'Ben');
      const guest = await openEditorTab(guests, made.sharedUrl);
      await caretAtEnd(page, 'm2');
      await watchLayout(page, [...bar, 'section[data-monologue=m1] p']);
      await owner.setOffline(true);
      await page.keyboard.type(` a${width}`);
      await stands(page, 'unreachable');
      if (who === 'reads') await page.locator('[role=textbox]').evaluate((text: HTMLElement) => text.blur());
      await typeAtEnd(guest, 'm2', ` b${width}`);
      await stands(guest, 'saved');
      await owner.setOffline(false);
      await page.locator('[data-conflict]').waitFor();
      await stands(page, 'saved');
      await page.locator('[data-region=bar]').getByRole('link', { name: '1 conflict' }).waitFor();
      await stoodStill(page);
    });
  }

  test(`the end of a session and its return are said without moving or covering the text, ${width} px`, async () => {
    const page = await openAt(width);
    const main = page.locator('main');
    await watchLayout(page, bar);
    const cookies = await owner.cookies();
    await owner.clearCookies();
    await typeAtEnd(page, 'm2', ' x');
    const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
    await notice.waitFor();
    await stands(page, 'signed-out');
    const [text, said] = [await main.boundingBox(), await notice.boundingBox()];
    assert.ok(text !== null && said !== null);
    assert.ok(text.y + text.height <= said.y && said.y + said.height <= 800, JSON.stringify([text, said]));
    await stoodStill(page);

    // Wherever the text is scrolled by then.
    for (const scrolled of [0, 300]) {
      await main.evaluate((main, top) => main.scrollTo(0, top), scrolled);
      await textRests(page);
      await watchLayout(page, [...bar, 'section[data-monologue=m9] p']);
      await owner.addCookies(cookies);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await stands(page, 'saved');
      await notice.waitFor({ state: 'detached' });
      await textRests(page);
      await stoodStill(page);
      if (scrolled > 0) break;
      await owner.clearCookies();
      await watchLayout(page, bar);
      await typeAtEnd(page, 'm2', 'x');
      await notice.waitFor();
      await stoodStill(page);
    }
  });

  test(`a guest whose link is revoked keeps the text where it is, ${width} px`, async () => {
    const guests = await guestContext(browser, 'Ben');
    const page = await openEditorTab(guests, made.sharedUrl);
    await page.setViewportSize({ width, height: 800 });
    await stands(page, 'saved');
    await textRests(page);
    // The player below may say more: that there is nothing to play.
    const places = () =>
      Promise.all(
        [...bar, 'section[data-monologue=m1] p'].map((part) => page.locator(part).first().boundingBox()),
      );
    const before = await places();
    await longhand.sql`update share_links set revoked_at = now() where id = ${made.shareId}`;
    await typeAtEnd(page, 'm2', ' x');
    await stands(page, 'closed');
    await page.getByRole('region', { name: 'This link expired or was revoked' }).waitFor();
    await textRests(page);
    assert.deepEqual(await places(), before);
  });

  test(`what stands in the way of saving is said without moving the text, ${width} px`, async () => {
    const page = await openAt(width);
    for (const scrolled of [0, 300]) {
      await page.locator('main').evaluate((main, top) => main.scrollTo(0, top), scrolled);
      await textRests(page);
      await watchLayout(page, [...bar, 'section[data-monologue=m9] p']);
      const other = await owner.newPage();
      await other.goto(made.url);
      await other.getByRole('button', { name: 'Edit here' }).click();
      await stands(page, 'elsewhere');
      const notice = page.getByText('You’re editing this transcript in another tab');
      await waitFor('the notice to be in view', async () =>
        (await notice.evaluate((element) => {
          const { x, y } = element.getBoundingClientRect();
          return document.elementFromPoint(x + 1, y + 1) === element;
        }))
          ? true
          : undefined,
      );
      await editable(other);
      await other.close();
      await stands(page, 'saved');
      await textRests(page);
      await stoodStill(page);
    }

    await watchLayout(page, [...bar, 'section[data-monologue=m9] p']);
    const client = makeClient(longhand, made.account.apiKey);
    assert.equal((await client.request(`/jobs/${made.jobId}`, { method: 'DELETE' })).status, 204);
    await stands(page, 'closed');
    await textRests(page);
    await stoodStill(page);
  });

  test(`opening and closing the find bar leaves the text where it is, ${width} px`, async () => {
    const page = await openAt(width);
    await caretAtEnd(page, 'm1');
    for (const scrolled of [0, 300]) {
      await page.locator('main').evaluate((main, top) => main.scrollTo(0, top), scrolled);
      await textRests(page);
      await watchLayout(page, ['section[data-monologue=m9] p']);
      await page.keyboard.press('Control+KeyF');
      await page.getByRole('textbox', { name: 'Find', exact: true }).waitFor();
      await page.keyboard.press('Control+KeyH');
      await page.getByRole('textbox', { name: 'Replace with' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('search').waitFor({ state: 'detached' });
      await textRests(page);
      await stoodStill(page);
    }
  });
}

test('a short transcript stays where it is, too, when the find bar opens', async () => {
  const short = await makeSharedTranscript(longhand, { words: 6, monologues: 1 });
  const context = await freshContext(browser);
  const page = await openEditorTab(context, short.sharedUrl);
  await page.getByRole('button', { name: 'Skip' }).click();
  await textRests(page);
  await watchLayout(page, ['section[data-monologue] p']);
  await page.keyboard.press('Control+KeyF');
  await page.getByRole('search').waitFor();
  await textRests(page);
  await stoodStill(page);
  assert.notEqual(await getText(page, 'm0'), '');
});

test('a phone undoes and redoes by touch, below one row with the name, the state and the menu', async () => {
  const title = 'Interview with the ferryman.mp3';
  const { sharedUrl } = await makeSharedTranscript(longhand, { words: 60, monologues: 6, name: title });
  const context = await freshContext(browser, { viewport: { width: 360, height: 640 }, hasTouch: true });
  await context.addInitScript(() => localStorage.setItem('longhand:guest-name', 'Ben'));
  const page = await openEditorTab(context, sharedUrl);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const redo = page.getByRole('button', { name: 'Redo', exact: true });
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  const text = await getText(page, 'm2');
  await caretAtEnd(page, 'm2');
  // One step to undo, however slow the machine.
  await page.keyboard.insertText('word');
  await undo.tap();
  await waitFor('the change to be undone', async () => (await getText(page, 'm2')) === text || undefined);
  await redo.tap();
  await waitFor(
    'the change to be redone',
    async () => (await getText(page, 'm2')).endsWith('word') || undefined,
  );
  // Away from the text, a phone's keyboard stays away.
  await page.locator('[role=textbox]').evaluate((text: HTMLElement) => text.blur());
  await undo.tap();
  await waitFor('the change to be undone', async () => (await getText(page, 'm2')) === text || undefined);
  assert.equal(await page.evaluate(() => document.activeElement?.matches('[role=textbox]')), false);

  const found = await page.evaluate(() => {
    const bar = document.querySelector('[data-region=bar]') as HTMLElement;
    const parts = [...bar.querySelectorAll('h1, [data-saving], button')].filter((part) =>
      part.checkVisibility(),
    );
    const name = bar.querySelector('h1') as HTMLElement;
    return {
      middles: parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return (top + bottom) / 2;
      }),
      isCut: name.scrollHeight > name.clientHeight || name.scrollWidth > name.clientWidth,
      targets: [...bar.querySelectorAll('button')]
        .filter((button) => button.checkVisibility())
        .map((button) => Math.min(button.offsetWidth, button.offsetHeight)),
      height: bar.offsetHeight,
      isTooWide: bar.scrollWidth > bar.clientWidth,
    };
  });
  const [first = 0] = found.middles;
  for (const middle of found.middles) assert.ok(Math.abs(middle - first) <= 1, found.middles.join(' '));
  assert.equal(found.isCut, false);
  assert.equal(found.isTooWide, false);
  assert.ok(found.height <= 56, `${found.height} px`);
  assert.ok(Math.min(...found.targets) >= 36, found.targets.join(' '));

  await page.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menu').getByText(title).waitFor();
  await page.getByRole('menu').getByText('Saved').waitFor();
  await page.getByRole('menuitem', { name: 'Find in transcript' }).tap();
  await page.getByRole('search').waitFor();
});

test('the bar of a laptop has undo, redo and find, and undoing keeps the focus where it is', async () => {
  const page = await openAt(1280);
  const text = await getText(page, 'm4');
  await caretAtEnd(page, 'm4');
  // One step to undo, however slow the machine.
  await page.keyboard.insertText('word');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await waitFor('the change to be undone', async () => (await getText(page, 'm4')) === text || undefined);
  await expect(page.locator('[role=textbox]')).toBeFocused();
  await page.getByRole('button', { name: 'Redo', exact: true }).press('Enter');
  await waitFor(
    'the change to be redone',
    async () => (await getText(page, 'm4')).endsWith('word') || undefined,
  );
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
  await page.getByRole('button', { name: 'Find in transcript' }).click();
  await page.getByRole('search').waitFor();
  await page.getByRole('button', { name: 'Find in transcript' }).click();
  await page.getByRole('search').waitFor({ state: 'detached' });
});
