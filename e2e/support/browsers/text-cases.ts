import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { getCaret, putCaret, textHasFocus, textRests } from '#e2e/support/editor/editor-text';
import { holdTimers, releaseTimers } from '#e2e/support/editor/held-timers';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { waitFor } from '#e2e/support/wait';
import { getTexts, openEditor } from './editor-page';
import type { Stage } from './stage';

/** Tests writing at the caret, across paragraphs, and through the clipboard. Opens the editor that later cases use. */
export function testText(stage: Stage): void {
  const isUndone = async (texts: readonly string[]) => {
    const { page } = stage;
    for (let i = 0; i < 20 && String(await getTexts(page)) !== String(texts); i++)
      await page.press('Control+KeyZ');
    assert.deepEqual(await getTexts(page), texts);
  };

  describe('in a short text', () => {
    let all: string[];
    before(async () => {
      await openEditor(stage.page, stage.url);
      all = await getTexts(stage.page);
    });
    // The leftovers of a failed case must not fail the next one.
    afterEach(() => isUndone(all));

    test('what is typed stands at the caret, and is deleted letter by letter and word by word', async () => {
      const { page } = stage;
      const [, second = ''] = all;
      const at = second.indexOf(' ', 20);
      await putCaret(page, { monologue: 1, offset: at });
      await page.type(' Grüße “und” mehr');
      assert.equal((await getTexts(page))[1], `${second.slice(0, at)} Grüße “und” mehr${second.slice(at)}`);
      await page.press('Backspace', 'Backspace', 'Control+Backspace');
      assert.equal((await getTexts(page))[1], `${second.slice(0, at)} Grüße “und” ${second.slice(at)}`);
      await isUndone(all);
    });

    test('what an input method composes is written once, in a text and in an empty paragraph', async (context) => {
      const { page } = stage;
      const compose = page.driver.compose?.bind(page.driver);
      if (compose === undefined) return context.skip('No input method can be driven in this browser.');
      const [, , third = ''] = all;
      await putCaret(page, { monologue: 2, offset: third.indexOf(' ') });
      await compose();
      await hasTexts(2, third.replace(' ', 'か '));
      await putCaret(page, { monologue: 2, offset: third.length + 1 });
      await page.press('Enter');
      await compose();
      await hasTexts(3, 'か');
      await page.type('x');
      await hasTexts(3, 'かx');
      await isUndone(all);
    });

    test('a paragraph that has just been made is laid out at once, and takes what is written', async () => {
      const { page } = stage;
      const [, , third = ''] = all;
      await putCaret(page, { monologue: 2, offset: third.length });
      const isRendered = await page.evaluate(() => {
        const root = document.querySelector('[role=textbox]');
        const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
        root?.dispatchEvent(new KeyboardEvent('keydown', enter));
        const section = root?.children[3];
        const hasCaret = section?.contains(getSelection()?.focusNode ?? null);
        // Not `auto`: with it, the browser may take the paragraph for off-screen until the next frame.
        return hasCaret && getComputedStyle(section as Element).contentVisibility === 'visible';
      });
      assert.equal(isRendered, true);
      assert.deepEqual(await getCaret(page), { monologue: 3, offset: 0 });
      await page.type('x');
      await hasTexts(3, 'x');
      await isUndone(all);
    });

    test('Enter splits, Backspace and Delete merge, and each is undone and redone', async () => {
      const { page } = stage;
      const [first = '', second = '', third = ''] = all;
      const at = first.indexOf(' ', 40);
      const halves = [first.slice(0, at), first.slice(at + 1)];
      await putCaret(page, { monologue: 0, offset: at });
      await page.press('Enter');
      assert.deepEqual((await getTexts(page)).slice(0, 3), [...halves, second]);
      assert.deepEqual(await getCaret(page), { monologue: 1, offset: 0 });
      await page.press('Backspace');
      assert.deepEqual(await getTexts(page), all);
      await page.press('Control+KeyZ');
      assert.deepEqual((await getTexts(page)).slice(0, 2), halves);
      await page.press('Control+Shift+KeyZ');
      assert.deepEqual(await getTexts(page), all);
      await putCaret(page, { monologue: 1, offset: second.length });
      await page.press('Delete');
      assert.equal((await getTexts(page))[1], `${second} ${third}`);
      await isUndone(all);
    });

    test('the caret goes by letters, words, lines and paragraphs', async () => {
      const { page } = stage;
      const length = all[0]?.length ?? 0;
      await putCaret(page, { monologue: 0, offset: length });
      await page.press('ArrowRight');
      assert.deepEqual(await getCaret(page), { monologue: 1, offset: 0 });
      await page.press('Shift+ArrowLeft', 'ArrowLeft');
      assert.equal((await getCaret(page)).monologue, 0);
      await page.press('Control+ArrowLeft');
      assert.deepEqual(await getCaret(page), { monologue: 0, offset: (all[0] ?? '').lastIndexOf(' ') + 1 });
      await page.press('Home', 'ArrowUp', 'ArrowUp', 'ArrowUp');
      assert.equal((await getCaret(page)).monologue, 0);
      await page.press('Control+End');
      await textRests(page);
      assert.deepEqual(await getCaret(page), { monologue: all.length - 1, offset: all.at(-1)?.length });
      await page.press('Control+Home');
      await textRests(page);
      assert.deepEqual(await getCaret(page), { monologue: 0, offset: 0 });
    });

    test('a selection over paragraphs is typed over, cut and pasted elsewhere', async () => {
      const { page } = stage;
      await putCaret(page, { monologue: 1, offset: 3 }, { monologue: 3, offset: 5 });
      await page.type('x');
      assert.equal((await getTexts(page))[1], `${(all[1] ?? '').slice(0, 3)}x${(all[3] ?? '').slice(5)}`);
      await isUndone(all);
      const word = / (\w+) /.exec(all[2] ?? '');
      const from = (word?.index ?? 0) + 1;
      await putCaret(
        page,
        { monologue: 2, offset: from },
        { monologue: 2, offset: from + (word?.[1]?.length ?? 0) },
      );
      await page.press('Control+KeyX');
      await hasTexts(2, (all[2] ?? '').replace(` ${word?.[1]} `, '  '));
      await putCaret(page, { monologue: 5, offset: all[5]?.length ?? 0 });
      await page.press('Control+KeyV');
      await hasTexts(5, `${all[5]}${word?.[1]}`);
      await isUndone(all);
    });

    test('paragraphs that are copied are pasted as paragraphs', async () => {
      const { page } = stage;
      await putCaret(page, { monologue: 1, offset: 0 }, { monologue: 2, offset: all[2]?.length ?? 0 });
      await page.press('Control+KeyC');
      await putCaret(page, { monologue: 6, offset: all[6]?.length ?? 0 });
      await page.press('Control+KeyV');
      await waitFor('the paragraphs', async () =>
        (await getTexts(page)).length > all.length ? true : undefined,
      );
      const pasted = (await getTexts(page)).slice(6).join(' ');
      assert.equal(pasted, [all[6], all[1], all[2], ...all.slice(7)].join(' '));
      await isUndone(all);
    });

    test('what is typed right after the key that opens the commands goes into their field', async () => {
      const { page } = stage;
      await putCaret(page, { monologue: 0, offset: 0 });
      await holdTimers(page);
      await page.press('F1');
      await page.type('speakers');
      const typed = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
      await releaseTimers(page);
      assert.equal(typed, 'speakers');
      await page.press('Escape');
      await textHasFocus(page);
      assert.deepEqual(await getTexts(page), all);
    });

    const hasTexts = (monologue: number, text: string) =>
      waitFor(`“${text}” in paragraph ${monologue}`, async () =>
        (await getTexts(stage.page))[monologue] === text ? true : undefined,
      );
  });
}

/** Tests writing in a text that no browser lays out as a whole. */
export function testLongText(stage: Stage): void {
  describe('in a text of an hour', () => {
    before(async () => {
      const { longhand, account, page, proxy } = stage;
      const jobId = await makeTranscript(longhand, account, { words: 10_000, monologues: 200 });
      await openEditor(page, `${proxy.baseUrl}/editor/${jobId}`);
    });

    test('the ends are reached in view, and what is typed there stands there', async () => {
      const { page } = stage;
      await putCaret(page, { monologue: 100, offset: 10 });
      await page.press('Control+End');
      await textRests(page);
      const last = (await getTexts(page)).at(-1) ?? '';
      assert.deepEqual(await getCaret(page), { monologue: 199, offset: last.length });
      assert(await isInView());
      await page.type(' end');
      assert.equal((await getTexts(page)).at(-1), `${last} end`);
      await page.press('Control+Home');
      await textRests(page);
      assert.deepEqual(await getCaret(page), { monologue: 0, offset: 0 });
      assert(await isInView());
    });

    test('thirty times down and up the caret never sticks and never leaves the view', async () => {
      const { page } = stage;
      await putCaret(page, { monologue: 74, offset: 10 });
      let [previous, stuck, outside] = ['', 0, 0];
      for (const key of ['ArrowDown', 'ArrowUp']) {
        for (let i = 0; i < 30; i++) {
          await page.press(key);
          const now = JSON.stringify(await getCaret(page));
          if (now === previous) stuck++;
          if (!(await isInView())) outside++;
          previous = now;
        }
      }
      assert.deepEqual({ stuck, outside }, { stuck: 0, outside: 0 });
    });

    const isInView = () =>
      stage.page.evaluate(() => {
        const place = getSelection()?.getRangeAt(0).getBoundingClientRect();
        return place !== undefined && place.bottom >= 0 && place.bottom <= innerHeight + 1;
      });
  });
}
