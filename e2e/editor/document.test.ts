import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { countScriptBytes } from '#e2e/support/count-script-bytes';
import { policyViolations } from '#e2e/support/browser';
import { openEditor } from '#e2e/support/editor/editor';
import { getCaret, documentJson, putCaret, shownMonologues } from '#e2e/support/editor/editor-text';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

/** The maximum size of the editor's scripts until the text is editable. */
const scriptBudgetBytes = 450_000;

const editor = useEditor({ words: 400, monologues: 8 });
const errors: Error[] = [];
let page: Page;
let untouched: string | undefined;

before(async () => {
  await editor.owner.grantPermissions(['clipboard-read', 'clipboard-write']);
  editor.owner.on('weberror', (error) => errors.push(error.error()));
});
beforeEach(async () => {
  page = await editor.open();
  untouched ??= await documentJson(page);
});
after(() => {
  assert.deepEqual(errors, []);
  // Caused by the handlers and the style sheet in the pasted HTML.
  assert.ok(policyViolations.every((text) => /inline (?:event handler|style)/.test(text)));
  policyViolations.length = 0;
});

test('the editor opens with little script', async () => {
  const scripts = await countScriptBytes(page);
  assert.ok(scripts > 0 && scripts <= scriptBudgetBytes, `${scripts} bytes of script`);
});

/** Writes items to the clipboard, as if copied from another page or program. */
const layOnClipboard = (page: Page, items: Record<string, string>) =>
  page.evaluate(
    (items) =>
      navigator.clipboard.write([
        new ClipboardItem(
          Object.fromEntries(Object.entries(items).map(([type, text]) => [type, new Blob([text], { type })])),
        ),
      ]),
    items,
  );

const undoAll = async () => {
  for (let i = 0; i < 20 && (await documentJson(page)) !== untouched; i++)
    await page.keyboard.press('Control+z');
  assert.equal(await documentJson(page), untouched);
};
const texts = async () => (await shownMonologues(page)).map(({ text }) => text);

test('Enter splits and Backspace joins, each undone by one undo', async () => {
  const [first = '', second = ''] = await texts();
  const cut = first.indexOf(' ', 40);
  await putCaret(page, { monologue: 0, offset: cut });
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  assert.deepEqual((await texts()).slice(0, 3), [`${first.slice(0, cut)}x`, first.slice(cut + 1), second]);
  assert.deepEqual(await getCaret(page), { monologue: 1, offset: 0 });
  const parts = await shownMonologues(page);
  assert.equal(parts[0]?.to, parts[1]?.from);
  assert.equal(parts[0]?.speaker, parts[1]?.speaker);
  await page.keyboard.press('Backspace');
  assert.equal((await texts())[0], `${first.slice(0, cut)}x${first.slice(cut)}`);
  await page.keyboard.press('Control+z');
  assert.equal((await texts()).length, 9);
  await page.keyboard.press('Control+z');
  assert.equal((await texts())[0], `${first.slice(0, cut)}x${first.slice(cut)}`);
  await undoAll();
});

test('a key finds the caret where the key right before it has moved it', async () => {
  const [first = ''] = await texts();
  for (let i = 0; i < 6; i++) {
    await putCaret(page, { monologue: 0, offset: 0 });
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const [before = '', after = ''] = await texts();
    assert.notEqual(before, '');
    assert.equal(`${before} ${after}`, first);
    await undoAll();
  }
});

test('Delete at the end joins with one blank, and Shift+Enter makes no new line', async () => {
  const [first = '', second = ''] = await texts();
  await putCaret(page, { monologue: 0, offset: first.length });
  await page.keyboard.press('Delete');
  assert.equal((await texts())[0], `${first} ${second}`);
  await page.keyboard.press('Shift+Enter');
  assert.equal((await texts())[0], `${first} ${second}`);
  await undoAll();
});

test('a selection over monologues is deleted, typed over and split', async () => {
  const all = await texts();
  const select = () => putCaret(page, { monologue: 1, offset: 3 }, { monologue: 4, offset: 5 });
  const head = (all[1] ?? '').slice(0, 3);
  const tail = (all[4] ?? '').slice(5);
  await select();
  await page.keyboard.press('Delete');
  assert.equal((await texts())[1], `${head.trimEnd()} ${tail.trimStart()}`);
  await undoAll();
  await select();
  await page.keyboard.type('new');
  assert.equal((await texts())[1], `${head}new${tail}`);
  await undoAll();
  await select();
  await page.keyboard.press('Enter');
  assert.deepEqual((await texts()).slice(1, 3), [head.trimEnd(), tail.trimStart()]);
  await undoAll();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  assert.deepEqual(await texts(), ['']);
  assert.equal((await shownMonologues(page))[0]?.id, 'm0');
  await undoAll();
});

test('what is cut out and pasted elsewhere keeps its machine words', async () => {
  const before = await shownMonologues(page);
  await putCaret(page, { monologue: 1, offset: 0 }, { monologue: 2, offset: before[2]?.text.length ?? 0 });
  await page.keyboard.press('Control+x');
  await putCaret(page, { monologue: 4, offset: 0 });
  await page.keyboard.press('Control+v');
  const after = await shownMonologues(page);
  const moved = before.slice(1, 3).map(({ from, to, text, speaker }) => ({ from, to, text, speaker }));
  assert.deepEqual(
    after
      .filter(({ id }) => id.startsWith('n'))
      .map(({ from, to, text, speaker }) => ({ from, to, text, speaker })),
    moved,
  );
  assert.deepEqual(
    [...after.map(({ place }) => place)].toSorted(),
    after.map(({ place }) => place),
  );
  await undoAll();
});

test('100 KB of HTML come in as text, with the one key and without anything alive in it', async () => {
  const line = '<b onclick="x()">bold</b>\u0007 line &lt;script&gt; ';
  const html = `<div><img src=x onerror="document.title='harm'">${line.repeat(2500)}</div>`;
  const plain = `${'bold line <script>\r\n\tnext\u0000\u00a0'.repeat(4000)}\n\nand last`;
  await layOnClipboard(page, { 'text/html': html, 'text/plain': plain });
  await putCaret(page, { monologue: 3, offset: 0 });
  await page.keyboard.press('Control+v');
  const pasted = (await texts())[3] ?? '';
  assert(pasted.startsWith('bold line <script> next\u00a0bold line'));
  assert.doesNotMatch(pasted, /\p{Cc}/u);
  assert.equal((await texts())[4], 'and last');
  await expect(page.locator('[role=textbox] :is(b, script, img)')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  assert.equal(await documentJson(page), untouched);
});

test('pasted paragraphs stay paragraphs of the speaker at the caret, in one undo step', async () => {
  const [, second = ''] = await texts();
  const before = await texts();
  const { speaker } = (await shownMonologues(page))[1] ?? assert.fail();
  for (const items of [
    { 'text/plain': 'One.\r\nwrapped\n\n \nTwo?\n\nThree' },
    { 'text/plain': 'One. wrapped\nTwo?\rThree\n' },
    { 'text/html': '<style>p{}</style><p>One.\nwrapped</p><p>Two<b>?</b></p><ul><li>Three</li></ul>' },
  ]) {
    await layOnClipboard(page, items);
    await putCaret(page, { monologue: 1, offset: second.length });
    await page.keyboard.press('Control+v');
    assert.deepEqual(await texts(), [
      ...before.slice(0, 2),
      ...['One. wrapped', 'Two?', 'Three'],
      ...before.slice(2),
    ]);
    const pasted = (await shownMonologues(page)).slice(2, 5);
    for (const monologue of pasted) assert.equal(monologue.speaker, speaker);
    await page.keyboard.press('Control+z');
    assert.equal(await documentJson(page), untouched);
  }
});

test('an input method composes while the highlight moves, and its text is what stands there', async () => {
  const cdp = await page.context().newCDPSession(page);
  const [first = ''] = await texts();
  await putCaret(page, { monologue: 0, offset: first.length });
  await page.evaluate(() => {
    const text = document.querySelector('[role=textbox] p')?.firstChild;
    const range = new Range();
    const highlight = new Highlight(range);
    CSS.highlights.set('test', highlight);
    const ending = new AbortController();
    addEventListener('test-ends', () => ending.abort(), { once: true });
    void (async () => {
      for (let at = 0; !ending.signal.aborted; at = (at + 3) % 40) {
        if (text instanceof Text) range.setStart(text, at);
        if (text instanceof Text) range.setEnd(text, at + 3);
        await new Promise(requestAnimationFrame);
      }
    })();
  });
  for (let k = 0; k < 3; k++) {
    for (const text of ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん']) {
      await cdp.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await cdp.send('Input.insertText', { text: '日本' });
  }
  await page.evaluate(() => dispatchEvent(new Event('test-ends')));
  assert.equal((await texts())[0], `${first}日本日本日本`);
  await expect(page.locator('[role=textbox] p').first()).toHaveText(`${first}日本日本日本`);
  await page.keyboard.type(' 👩‍👧 שלום');
  await page.keyboard.press('Enter');
  assert.equal((await texts())[0], `${first}日本日本日本 👩‍👧 שלום`);
  await undoAll();
  // A composition that replaces a selection across several monologues.
  await putCaret(page, { monologue: 1, offset: 3 }, { monologue: 3, offset: 5 });
  const all = await texts();
  await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await cdp.send('Input.insertText', { text: '日本' });
  assert.equal((await texts())[1], `${all[1]?.slice(0, 3)}日本${all[3]?.slice(5)}`);
  await undoAll();
});

test('the caret goes round a tag at either end of a line, and Backspace takes the tag as one', async () => {
  await page.evaluate(() => {
    const { editor } = document.querySelector('[role=textbox]') as unknown as {
      editor: { commands: { insertContentAt(at: number, content: unknown): void } };
    };
    const tag = { type: 'tag', attrs: { tag: '[laughter]', note: null } };
    editor.commands.insertContentAt(1, [tag, { type: 'text', text: ' ' }]);
  });
  const [first = ''] = await page.locator('[role=textbox] p').allTextContents();
  assert(first.startsWith('[laughter] '));
  await putCaret(page, { monologue: 0, offset: 6 });
  await page.keyboard.press('Home');
  await page.keyboard.type('a');
  await expect(page.locator('[role=textbox] p').first()).toHaveText(/^a\[laughter\] /);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('b');
  await expect(page.locator('[role=textbox] p').first()).toHaveText(/^a\[laughter\]b /);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(page.locator('[role=textbox] p').first()).toHaveText(/^a /);
  await undoAll();
});

test('the page has at most six elements a monologue, however many words, and a highlight makes no transaction', async () => {
  const counts: number[] = [];
  const { longhand, made } = editor;
  const page = await editor.owner.newPage();
  for (const words of [6000, 30_000]) {
    const jobId = await makeTranscript(longhand, made.account, { words, monologues: 600 });
    await openEditor(page, `${longhand.baseUrl}/editor/${jobId}`);
    const elements = () => page.evaluate(() => document.querySelectorAll('[role=textbox] *').length);
    counts.push(await elements());
    const [transactions, json] = await page.evaluate(async () => {
      const { editor } = document.querySelector('[role=textbox]') as unknown as {
        editor: { on(event: string, listener: () => void): void; getJSON(): unknown };
      };
      let made = 0;
      editor.on('transaction', () => made++);
      const text = document.querySelector('[role=textbox] p')?.firstChild as Text;
      const range = new Range();
      CSS.highlights.set('test', new Highlight(range));
      for (let i = 0; i < 30; i++) {
        range.setStart(text, i);
        range.setEnd(text, i + 2);
        await new Promise(requestAnimationFrame);
      }
      return [made, JSON.stringify(editor.getJSON()).length];
    });
    assert.equal(transactions, 0);
    assert.equal(await elements(), counts.at(-1));
    if (words === 30_000) assert(json <= 300_000, `${json} bytes`);
  }
  assert.equal(counts[0], counts[1]);
  assert((counts[0] ?? Infinity) <= 6 * 600, `${counts[0]} elements`);
});
