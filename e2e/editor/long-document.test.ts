import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import { openEditor } from '#e2e/support/editor/editor';
import { getCaret, putCaret, shownMonologues, textRests } from '#e2e/support/editor/editor-text';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

// Only with --all: an hour of text.

/* An hour's transcript, rendered in five parts of forty monologues. The last test has it in a single monologue. */

const monologues = 200;
const words = 10_000;
const editor = useEditor({ words, monologues });
const errors: Error[] = [];
let page: Page;

before(async () => {
  await editor.owner.grantPermissions(['clipboard-read', 'clipboard-write']);
  editor.owner.on('weberror', (error) => errors.push(error.error()));
});
beforeEach(async () => {
  page = await editor.open();
});
after(() => assert.deepEqual(errors, []));

async function makeUrl(monologues: number): Promise<string> {
  const { longhand, made } = editor;
  return `${longhand.baseUrl}/editor/${await makeTranscript(longhand, made.account, { words, monologues })}`;
}

const parts = () =>
  page.evaluate(() => document.querySelector('[role=textbox]')?.shadowRoot?.childElementCount ?? 0);

const isInView = () =>
  page.evaluate(() => {
    const place = getSelection()?.getRangeAt(0).getBoundingClientRect();
    return place !== undefined && place.bottom >= 0 && place.bottom <= innerHeight + 1;
  });

/** Pixels between the caret and the bottom of the text's page. */
const belowCaret = () =>
  page.evaluate(() => {
    const page = document.querySelector('main')?.getBoundingClientRect().bottom ?? Number.NaN;
    return page - (getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? Number.NaN);
  });

test('Mod+End and Mod+Home reach the very ends, in view', async () => {
  await putCaret(page, { monologue: 100, offset: 10 });
  await page.keyboard.press('Control+End');
  const last = (await shownMonologues(page)).at(-1)?.text.length;
  assert.deepEqual(await getCaret(page), { monologue: 199, offset: last });
  await textRests(page);
  assert(await isInView());
  assert((await belowCaret()) > 56, 'not at the very edge');
  await page.keyboard.press('Control+Home');
  assert.deepEqual(await getCaret(page), { monologue: 0, offset: 0 });
  await textRests(page);
  assert(await isInView());
});

test('eighty times down and up the caret never sticks and never leaves the view', async () => {
  // The caret crosses the edge of a part.
  await putCaret(page, { monologue: 72, offset: 10 });
  let [previous, stuck, outside] = ['', 0, 0];
  for (const key of ['ArrowDown', 'ArrowUp']) {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press(key);
      const now = JSON.stringify(await getCaret(page));
      if (now === previous) stuck++;
      if (!(await isInView())) outside++;
      previous = now;
    }
  }
  assert.deepEqual({ stuck, outside }, { stuck: 0, outside: 0 });
});

test('letter by letter, word by word and while it selects, the caret passes the edge of a part', async () => {
  const end = (await shownMonologues(page))[39]?.text.length ?? 0;
  for (const key of [
    'ArrowRight',
    'Control+ArrowRight',
    'Shift+ArrowRight',
    'Shift+ArrowDown',
    'ArrowDown',
  ]) {
    await putCaret(page, { monologue: 39, offset: end });
    await page.keyboard.press(key);
    assert.equal((await getCaret(page)).monologue, 40, key);
  }
  for (const key of ['ArrowLeft', 'Control+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'ArrowUp']) {
    await putCaret(page, { monologue: 40, offset: 0 });
    await page.keyboard.press(key);
    assert.equal((await getCaret(page)).monologue, 39, key);
  }
});

test('by mouse a selection is drawn and extended over the edge of a part, both ways', async () => {
  const at = (monologue: number) =>
    page.evaluate((monologue) => {
      const text = document.querySelectorAll('[role=textbox] > section > p')[monologue];
      const { left, top } = (text as Element).getBoundingClientRect();
      return { x: left + 60, y: top + 10 };
    }, monologue);
  const selected = () =>
    page.evaluate(() => {
      interface Place {
        index(depth: number): number;
        parentOffset: number;
      }
      const { editor } = document.querySelector('[role=textbox]') as unknown as {
        editor: { state: { selection: Record<'$anchor' | '$head', Place> } };
      };
      const { $anchor, $head } = editor.state.selection;
      return [$anchor.index(0), $anchor.parentOffset > 0, $head.index(0), $head.parentOffset > 0];
    });
  // The editor reads the browser's selection in an event that follows the mouse event.
  const isSelected = (from: number, to: number, how: string): Promise<true> =>
    waitFor(`the selection from ${from} to ${to} to be ${how}`, async () =>
      isDeepStrictEqual(await selected(), [from, true, to, true]) ? true : undefined,
    );
  for (const [from, to] of [
    [39, 40],
    [40, 39],
    [39, 41],
  ] as const) {
    await putCaret(page, { monologue: 40, offset: 0 });
    await textRests(page);
    const [begin, end] = [await at(from), await at(to)];
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 6 });
    await page.mouse.up();
    await isSelected(from, to, 'drawn');
    await putCaret(page, { monologue: from, offset: 3 });
    await textRests(page);
    const there = await at(to);
    await page.keyboard.down('Shift');
    await page.mouse.click(there.x, there.y);
    await page.keyboard.up('Shift');
    await isSelected(from, to, 'extended');
  }
});

test('what is split, joined and taken out at the edges of the parts stands in its order', async () => {
  assert.equal(await parts(), 5);
  const isInOrder = () =>
    page.evaluate(() => {
      const tops = [...document.querySelectorAll('[role=textbox] > section')].map((element) => {
        const { top, height } = element.getBoundingClientRect();
        return height > 0 ? top : Number.NaN;
      });
      return tops.every((top, i) => i === 0 || top > (tops[i - 1] ?? 0));
    });
  for (const monologue of [0, 39, 40, 199]) {
    await putCaret(page, { monologue, offset: 10 });
    await page.keyboard.press('Enter');
    assert.equal((await shownMonologues(page)).length, 201);
    assert(await isInOrder(), `split in ${monologue}`);
    await page.keyboard.press('Control+z');
    assert.equal((await shownMonologues(page)).length, 200);
  }
  await putCaret(page, { monologue: 40, offset: 0 });
  await page.keyboard.press('Backspace');
  assert(await isInOrder(), 'joined');
  await page.keyboard.press('Control+z');
  // All of the second part, and the edges of its neighbors.
  await putCaret(page, { monologue: 39, offset: 5 }, { monologue: 80, offset: 5 });
  await page.keyboard.press('Delete');
  assert.equal((await shownMonologues(page)).length, 159);
  assert(await isInOrder(), 'taken out');
  assert.equal(await parts(), 4);
  await page.keyboard.press('Control+z');
  assert.equal((await shownMonologues(page)).length, 200);
  assert(await isInOrder(), 'put back');
  // Pastes the whole text between the first and second parts: it is rendered in parts of its own.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await putCaret(page, { monologue: 40, offset: 0 });
  await page.keyboard.press('Control+v');
  assert((await shownMonologues(page)).length >= 399);
  assert(await isInOrder(), 'pasted');
  assert((await parts()) >= 10);
  await page.keyboard.press('Control+z');
  assert.equal((await shownMonologues(page)).length, 200);
  assert(await isInOrder(), 'undone');
  assert.equal(await parts(), 5);
});

test('the height that it is taken to have is that which it has, within a twentieth, in parts or not', async () => {
  for (const count of [monologues, monologues - 1]) {
    const url = await makeUrl(count);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await openEditor(page, url);
      await textRests(page);
      assert.equal(await parts(), count === monologues ? 5 : 0);
      const heights = await page.evaluate(() => {
        const root = document.querySelector('[role=textbox]') as HTMLElement;
        const guessed = root.scrollHeight;
        const passedOver = [...root.children, ...(root.shadowRoot?.children ?? [])];
        for (const element of passedOver) (element as HTMLElement).style.contentVisibility = 'visible';
        return { guessed, real: root.scrollHeight };
      });
      assert.notEqual(heights.guessed, heights.real);
      const error = heights.guessed / heights.real - 1;
      assert(Math.abs(error) <= 0.05, `${count}, ${width}: ${(100 * error).toFixed(1)} %`);
    }
  }
});

test('of an hour in a single monologue, matches and doubtful words are painted on and near the screen only', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openEditor(page, await makeUrl(1));
  // Counts what is painted. `isPainted` is true when the matches reach from the first to the last line on the screen.
  const painted = () =>
    page.evaluate(() => {
      const highlights = CSS.highlights as unknown as Map<string, Set<Range>>;
      const boxes = [...(highlights.get('found') ?? [])].map((range) => range.getBoundingClientRect());
      const [screen, text] = ['main', '[role=textbox] p'].map((name) =>
        (document.querySelector(name) as Element).getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      const twoLines = 80;
      const isPainted =
        Math.min(...boxes.map(({ top }) => top)) < Math.max(screen.top, text.top) + twoLines &&
        Math.max(...boxes.map(({ bottom }) => bottom)) > Math.min(screen.bottom, text.bottom) - twoLines;
      return { isPainted, found: boxes.length, doubtful: highlights.get('low-confidence')?.size ?? 0 };
    });
  const look = (when: string) =>
    waitFor(`the matches ${when} to be painted`, async () => {
      const { isPainted, ...counts } = await painted();
      return isPainted ? counts : undefined;
    });
  await putCaret(page, { monologue: 0, offset: 0 });
  await page.keyboard.press('Alt+Shift+KeyR');
  // After the server's response, the review selects its first passage and focuses the text.
  await page
    .locator('[data-panel=review]')
    .getByText(/^1 of [\d,]+ \d/)
    .waitFor();
  await page.keyboard.press('Control+KeyF');
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
  await page.keyboard.type('e');
  const status = page.getByRole('search').getByText(/of [\d,]+$/);
  await status.waitFor();
  const total = Number(/of ([\d,]+)$/.exec((await status.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  assert(total > 5000, `${total}`);
  for (const [share, when] of [
    [0, 'at the beginning'],
    [0.5, 'in the middle'],
    [1, 'at the end'],
  ] as const) {
    await page.locator('main').evaluate((main, share) => main.scrollTo(0, main.scrollHeight * share), share);
    const { found, doubtful } = await look(when);
    assert(found < total / 10, `${found} of ${total} matches ${when}`);
    assert(doubtful > 2 && doubtful < 150, `${doubtful} doubtful words ${when}`);
  }
});
