import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getCaret, putCaret } from '#e2e/support/editor/editor-text';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { makeRecord } from '#e2e/support/recognition-record';
import { waitFor } from '#e2e/support/wait';
import { getTexts, openEditor, shows } from './editor-page';
import { roles, type DrivenPage } from './page';
import type { Stage } from './stage';

interface HeldTimers {
  runHeld: () => void;
}

/** Holds the page's timers of 100 ms to 1 s until `runHeld`. Longer ones are the driver's own. */
function holdTimers(page: DrivenPage): Promise<void> {
  return page.evaluate(() => {
    const set = window.setTimeout;
    const held: Array<() => void> = [];
    const runHeld = () => {
      for (const work of held.splice(0)) work();
    };
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => (ms < 100 || ms > 1000 ? set(work, ms) : -held.push(work)),
      runHeld,
    });
    addEventListener('keydown', ({ key }) => {
      // Runs between the browser's move of the caret and its report.
      if (key === 'Home') set(runHeld);
      // Simulates a busy machine: ProseMirror's timer of 50 ms is due before the browser's report.
      const until = performance.now() + 80;
      // oxlint-disable-next-line longhand/no-wall-clock -- keeps the page busy, and measures nothing
      while (performance.now() < until);
    });
  });
}

/** Tests find and replace, and the review of uncertain words. */
export function testReview(stage: Stage): void {
  describe('find and review', () => {
    let all: string[];
    before(async () => {
      all = await getTexts(stage.page);
    });

    const paints = (name: string, count: number) =>
      stage.page.waitForFunction(({ name, count }) => (CSS.highlights.get(name)?.size ?? 0) === count, {
        name,
        count,
      });

    test('words are found, painted and gone through, and replaced with one undo', async () => {
      const { page } = stage;
      const total = all.join('\n').match(/the/gi)?.length ?? 0;
      await putCaret(page, { monologue: 0, offset: 0 });
      await page.press('Control+KeyH');
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Find');
      await page.type('THE');
      await shows(page, '[data-count]', new RegExp(`^1 of ${total}$`));
      await page.press('Enter');
      await shows(page, '[data-count]', new RegExp(`^2 of ${total}$`));
      await page.press('F3');
      await shows(page, '[data-count]', new RegExp(`^3 of ${total}$`));
      await page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) > 0);
      await paints('found-current', 1);
      await page.fillIn({ selector: roles.textbox, name: 'Replace with' }, 'die');
      await page.click({ selector: roles.button, name: /^Replace all/ });
      await waitFor('all to be replaced', async () =>
        /the/i.test((await getTexts(page)).join('\n')) ? undefined : true,
      );
      await page.press('Escape');
      await page.waitForFunction(() => document.activeElement?.matches('[role=textbox]'));
      await page.press('Control+KeyZ');
      assert.deepEqual(await getTexts(page), all);
    });

    test('uncertain words are accepted and corrected one after the other', async () => {
      const { page } = stage;
      const panel = '[data-panel=review]';
      await putCaret(page, { monologue: 0, offset: 0 });
      await page.press('Alt+Shift+KeyR');
      await shows(page, `${panel} #review-meter`, /^0 of \d+ /);
      await page.waitForFunction(() => String(getSelection()) !== '');
      await paints('low-confidence-current', 1);
      await page.press('Alt+Enter');
      await shows(page, `${panel} #review-meter`, /^1 of \d+ /);
      await page.press('Alt+KeyN');
      await page.type('carnations');
      await shows(page, `${panel} #review-meter`, /^2 of \d+ /);
      assert.match((await getTexts(page)).join('\n'), /carnations/);
      await page.press('Alt+Shift+KeyR');
      await paints('low-confidence-current', 0);
    });

    test('the caret passes the marks of doubtful speech, and what is typed beside them stands there', async (t) => {
      const { page, longhand, account, proxy, url } = stage;
      t.after(() => openEditor(page, url));
      const jobId = await makeTranscript(longhand, account, { words: 30, monologues: 3 });
      const [times = { startMs: 0, endMs: 0 }] = await longhand.sql<
        Array<{ startMs: number; endMs: number }>
      >`
        select (words -> 10 ->> 'startMs')::int as "startMs", (words -> -1 ->> 'endMs')::int as "endMs"
        from machine_transcripts where job_id = ${jobId}`;
      const languageDoubtful = [{ startMs: times.startMs, endMs: times.startMs + 2000 }];
      const notUnderstood = [{ startMs: times.endMs + 500, endMs: times.endMs + 3500 }];
      const record = makeRecord({ languageDoubtful, notUnderstood });
      await longhand.sql`update jobs set recognition = ${longhand.sql.json(record as never)} where id = ${jobId}`;
      await openEditor(page, `${proxy.baseUrl}/editor/${jobId}`);
      await page.waitForFunction(() => document.querySelectorAll('.tiptap .passage-mark').length === 2);

      await holdTimers(page);

      const [first = '', second = '', third = ''] = await getTexts(page);
      await putCaret(page, { monologue: 0, offset: first.length });
      await page.press('ArrowRight');
      await page.type('x');
      assert.deepEqual(await getTexts(page), [first, `x${second}`, third]);
      await page.evaluate(() => (window as unknown as HeldTimers).runHeld());
      await page.press('Backspace', 'ArrowLeft');
      assert.equal((await getCaret(page)).monologue, 0);
      await page.press('ArrowRight', 'ArrowRight', 'Home');
      await page.type('y');
      assert.deepEqual(await getTexts(page), [first, `y${second}`, third]);
      await page.press('Backspace', 'Control+End');
      await page.type(' z');
      assert.deepEqual(await getTexts(page), [first, second, `${third} z`]);
      await page.press('Backspace', 'Backspace');
      assert.deepEqual(await getTexts(page), [first, second, third]);
    });
  });
}
