import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { toText } from '#lib/transcript/edit';
import { makeClient } from '#e2e/support/client';
import { freshContext } from '#e2e/support/browser';
import {
  editable,
  makeSharedTranscript,
  openEditor,
  openEditorTab,
  stands,
} from '#e2e/support/editor/editor';
import { createGuestClient } from '#e2e/support/editor/editor-client';
import { caretAtEnd, getText, textRests, typeAtEnd } from '#e2e/support/editor/editor-text';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { stoodStill, watchLayout } from '#e2e/support/editor/steady';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';

// Only with --all: watches every frame at three widths.

/* Text and controls keep their position, on a phone, a tablet and a laptop. */

const name = 'Interview with the ferryman of Llanfairpwllgwyngyll.mp3';
const bar = ['[data-region=bar]', '[data-region=bar] h1', '[data-region=bar] [aria-label=Undo]'];
const widths = [360, 1024, 1280];

// Paragraphs of a line or two, so that no layout shift is hidden by tall text.
const size = { words: 120, monologues: 30, name };
const editor = useEditor(size);

/** Returns the page at this width, as if it had just been opened. */
async function openAt(width: number): Promise<Page> {
  const page = await editor.open();
  await editor.reset();
  await rest(page, { width });
  return page;
}

async function rest(
  page: Page,
  { width, scrolled = 0 }: { width?: number; scrolled?: number },
): Promise<void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 800 });
  await page.locator('main').evaluate((main, top) => main.scrollTo(0, top), scrolled);
  await stands(page, 'saved');
  await textRests(page);
}

/** Creates a guest with a long name, who uses the API without a page. */
function inviteGuest() {
  const guest = createGuestClient(editor.made, 'Bernadette Guest-Featherstonehaugh');
  const client = 'bernadette';
  return {
    async visits(monologue: string): Promise<void> {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ client, monologue });
      assert.ok((await guest.ask('presence', { method: 'POST', headers, body })).ok);
    },
    async leaves(): Promise<void> {
      assert.ok((await guest.ask(`presence?client=${client}`, { method: 'DELETE' })).ok);
    },
    async types(id: string, typed: string): Promise<void> {
      const { revision, monologues } = await guest.read();
      const monologue = monologues.find((each) => each.id === id);
      const change = { put: [saying(monologue, toText(monologue?.content ?? []) + typed)] };
      assert.ok((await guest.save(revision, change)).ok);
    },
  };
}

const visited = (page: Page, monologue: string) =>
  page.locator(`section[data-monologue="${monologue}"] header[data-people]`);

for (const width of widths) {
  test(`the bar and the text stand still while one types and a guest comes and goes, ${width} px`, async () => {
    const page = await openAt(width);
    const guest = inviteGuest();
    await watchLayout(page, [...bar, 'section[data-monologue=m1] p', 'section[data-monologue=m6] p']);
    await typeAtEnd(page, 'm2', ' x');
    await stands(page, 'saved');

    await guest.visits('m3');
    await page.locator('[data-region=bar]').getByText('Bernadette').first().waitFor({ state: 'attached' });
    await visited(page, 'm3').waitFor();
    await guest.types('m3', ' y');
    await expect(page.locator('section[data-monologue=m3] p')).toHaveText(/ y$/);
    await guest.visits('m5');
    await visited(page, 'm5').waitFor();
    await guest.leaves();
    await visited(page, 'm5').waitFor({ state: 'detached' });

    await editor.owner.setOffline(true);
    await page.keyboard.type('z');
    await stands(page, 'unreachable');
    await editor.owner.setOffline(false);
    await stands(page, 'saved');
    await stoodStill(page);
  });

  for (const who of ['types', 'reads']) {
    test(`a conflict moves neither the bar nor the text of the one who ${who}, ${width} px`, async () => {
      const page = await openAt(width);
      await caretAtEnd(page, 'm2');
      await watchLayout(page, [...bar, 'section[data-monologue=m1] p']);
      await editor.owner.setOffline(true);
      await page.keyboard.type(` a${width}`);
      await stands(page, 'unreachable');
      if (who === 'reads') await page.locator('[role=textbox]').evaluate((text: HTMLElement) => text.blur());
      await inviteGuest().types('m2', ` b${width}`);
      await editor.owner.setOffline(false);
      const conflict = page.locator('[data-conflict]');
      await conflict.waitFor();
      await stands(page, 'saved');
      await page.locator('[data-region=bar]').getByRole('link', { name: '1 conflict' }).waitFor();
      await stoodStill(page);
      await conflict.getByRole('button', { name: 'Keep mine' }).click();
      await conflict.waitFor({ state: 'detached' });
    });
  }

  test(`the end of a session and its return are said without moving or covering the text, ${width} px`, async (t) => {
    const page = await openAt(width);
    const { owner } = editor;
    const main = page.locator('main');
    await watchLayout(page, bar);
    const cookies = await owner.cookies();
    t.after(() => owner.addCookies(cookies));
    await owner.clearCookies();
    await typeAtEnd(page, 'm2', ' x');
    const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
    await notice.waitFor();
    await stands(page, 'signed-out');
    const [text, said] = [await main.boundingBox(), await notice.boundingBox()];
    assert.ok(text !== null && said !== null);
    assert.ok(text.y + text.height <= said.y && said.y + said.height <= 800, JSON.stringify([text, said]));
    await stoodStill(page);

    // At any scroll position of the text.
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

  test(`opening and closing the find bar leaves the text where it is, ${width} px`, async () => {
    const page = await openAt(width);
    await caretAtEnd(page, 'm1');
    for (const scrolled of [0, 300]) {
      await rest(page, { scrolled });
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

test('that another tab edits is said without moving the text', async () => {
  const page = await editor.open();
  const other = await editor.owner.newPage();
  await other.goto(editor.made.url);
  const notice = page.getByText('You’re editing this transcript in another tab');
  for (const width of widths) {
    for (const scrolled of [0, 300]) {
      await rest(page, { width, scrolled });
      await watchLayout(page, [...bar, 'section[data-monologue=m9] p']);
      await other.getByRole('button', { name: 'Edit here' }).click();
      await stands(page, 'elsewhere');
      await waitFor('the notice to be in view', async () =>
        (await notice.evaluate((element) => {
          const { x, y } = element.getBoundingClientRect();
          return document.elementFromPoint(x + 1, y + 1) === element;
        }))
          ? true
          : undefined,
      );
      await editable(other);
      await page.getByRole('button', { name: 'Edit here' }).click();
      await stands(page, 'saved');
      await textRests(page);
      await stoodStill(page);
    }
  }
});

test('that the transcript is deleted is said without moving the text', async () => {
  const { longhand, owner, made } = editor;
  const client = makeClient(longhand, made.account.apiKey);
  const page = await owner.newPage();
  for (const width of widths) {
    const jobId = await makeTranscript(longhand, made.account, size);
    await openEditor(page, `${longhand.baseUrl}/editor/${jobId}`);
    await rest(page, { width });
    await watchLayout(page, [...bar, 'section[data-monologue=m9] p']);
    assert.equal((await client.request(`/jobs/${jobId}`, { method: 'DELETE' })).status, 204);
    await stands(page, 'closed');
    await textRests(page);
    await stoodStill(page);
  }
});

test('the bar of a laptop has undo, redo and find, and undoing keeps the focus where it is', async () => {
  const page = await openAt(1280);
  const text = await getText(page, 'm4');
  await caretAtEnd(page, 'm4');
  // One insertion is one step to undo, however slow the machine is.
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

test('a guest whose link is revoked keeps the text where it is', async () => {
  const page = await editor.openAsGuest();
  // Excludes the player below, which may add that there is nothing to play.
  const parts = [...bar, 'section[data-monologue=m1] p'];
  const measure = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await textRests(page);
    return Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
  };
  const before = new Map<number, Awaited<ReturnType<typeof measure>>>();
  for (const width of widths) before.set(width, await measure(width));
  await editor.longhand.sql`update share_links set revoked_at = now() where id = ${editor.made.shareId}`;
  // Not a space: once the text is read-only, that key scrolls.
  await typeAtEnd(page, 'm2', 'x');
  await stands(page, 'closed');
  await page.getByRole('region', { name: 'This link expired or was revoked' }).waitFor();
  for (const width of widths.toReversed()) assert.deepEqual(await measure(width), before.get(width));
});

test('a short transcript stays where it is, too, when the find bar opens', async () => {
  const short = await makeSharedTranscript(editor.longhand, { words: 6, monologues: 1 });
  const page = await editor.openAsGuest();
  await openEditor(page, short.sharedUrl);
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
  const { sharedUrl } = await makeSharedTranscript(editor.longhand, {
    words: 60,
    monologues: 6,
    name: title,
  });
  const context = await freshContext(editor.browser, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
  });
  await context.addInitScript(() => localStorage.setItem('longhand:guest-name', 'Ben'));
  const page = await openEditorTab(context, sharedUrl);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const redo = page.getByRole('button', { name: 'Redo', exact: true });
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  const text = await getText(page, 'm2');
  await caretAtEnd(page, 'm2');
  // One insertion is one step to undo, however slow the machine is.
  await page.keyboard.insertText('word');
  await undo.tap();
  await waitFor('the change to be undone', async () => (await getText(page, 'm2')) === text || undefined);
  await redo.tap();
  await waitFor(
    'the change to be redone',
    async () => (await getText(page, 'm2')).endsWith('word') || undefined,
  );
  // Once the text has lost the focus, a phone's keyboard stays closed.
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
