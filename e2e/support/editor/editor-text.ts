import type { Page } from 'playwright';
import type { EvaluatingPage } from '#e2e/support/browsers/driver';

/* The text of an open editor: its content, the caret, and typing. */

/** A monologue of the document as the editor has it. */
export interface ShownMonologue {
  id: string;
  place: string;
  speaker: number;
  from: number;
  to: number;
  text: string;
}

/** Returns the monologues of the open transcript. Tiptap stores its editor on its editable element. */
export function shownMonologues(page: EvaluatingPage): Promise<ShownMonologue[]> {
  return page.evaluate(() => {
    interface Shown {
      attrs: Omit<ShownMonologue, 'text'>;
      textContent: string;
    }
    const { editor } = document.querySelector('[role=textbox]') as unknown as {
      editor: { state: { doc: { children: Shown[] } } };
    };
    return editor.state.doc.children.map(({ attrs, textContent }) => ({ ...attrs, text: textContent }));
  });
}

/** Returns the document as JSON. */
export function documentJson(page: EvaluatingPage): Promise<string> {
  return page.evaluate(() => {
    const { editor } = document.querySelector('[role=textbox]') as unknown as {
      editor: { getJSON(): unknown };
    };
    return JSON.stringify(editor.getJSON());
  });
}

/** Returns the text of a monologue in the page. */
export function getText(page: Page, monologue: string): Promise<string> {
  return page.locator(`section[data-monologue="${monologue}"] p`).innerText();
}

/** Focuses the text, with the caret where it was. */
export async function focusText(page: Page): Promise<void> {
  await page.locator('[role=textbox]').evaluate((text: HTMLElement) => text.focus({ preventScroll: true }));
  await textHasFocus(page);
}

/** Waits until the text has the focus. */
export async function textHasFocus(page: EvaluatingPage): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('[role=textbox]'));
}

/** Types at the end of a monologue, key by key. */
export async function typeAtEnd(page: Page, monologue: string, typed: string): Promise<void> {
  await caretAtEnd(page, monologue);
  await page.keyboard.type(typed);
}

/** Puts the caret after the last character of a monologue. */
export async function caretAtEnd(page: Page, monologue: string): Promise<void> {
  await page.locator(`section[data-monologue="${monologue}"] p`).evaluate((paragraph) => {
    const text = paragraph.closest<HTMLElement>('[role=textbox]');
    text?.focus({ preventScroll: true });
    paragraph.scrollIntoView({ block: 'nearest' });
    const selection = getSelection();
    selection?.selectAllChildren(paragraph);
    selection?.collapseToEnd();
  });
  await caretSettled(page);
}

/** Returns the browser's caret: the monologue's index and the number of characters before it. */
export function getCaret(page: EvaluatingPage): Promise<{ monologue: number; offset: number }> {
  return page.evaluate(() => {
    const { focusNode, focusOffset } = getSelection() as Selection;
    const text = (focusNode instanceof Element ? focusNode : focusNode?.parentElement)?.closest('p');
    const section = text?.closest('section');
    if (!text || !section || focusNode === null) return { monologue: -1, offset: 0 };
    const before = new Range();
    before.setStart(text, 0);
    before.setEnd(focusNode, focusOffset);
    const all = [...(section.parentElement?.children ?? [])];
    return { monologue: all.indexOf(section), offset: before.toString().length };
  });
}

/** Sets the caret, or a selection, at characters of monologues, as the browser's own selection. */
export async function putCaret(
  page: EvaluatingPage,
  at: { monologue: number; offset: number },
  until = at,
): Promise<void> {
  await page.evaluate(
    ([at, until]) => {
      const root = document.querySelector('[role=textbox]') as HTMLElement;
      const places = [at, until].map(({ monologue, offset }): [Node, number] => {
        const text = root.children[monologue]?.querySelector('p') as HTMLElement;
        let left = offset;
        for (const child of text.childNodes) {
          const length = child instanceof Text ? child.length : 1;
          if (left <= length && child instanceof Text) return [child, left];
          left -= length;
        }
        return [text, text.childNodes.length];
      });
      root.children[until.monologue]?.scrollIntoView({ block: 'center' });
      root.focus({ preventScroll: true });
      const [[anchor, anchorOffset], [focus, focusOffset]] = places as [[Node, number], [Node, number]];
      getSelection()?.setBaseAndExtent(anchor, anchorOffset, focus, focusOffset);
    },
    [at, until] as const,
  );
  await caretSettled(page);
}

/** Waits until the editor has adopted the browser's selection. */
export async function caretSettled(page: EvaluatingPage): Promise<void> {
  await page.waitForFunction(() => {
    const { editor } = document.querySelector('[role=textbox]') as unknown as {
      editor: {
        view: { posAtDOM(node: Node, offset: number): number };
        state: { selection: { anchor: number; head: number } };
      };
    };
    const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() as Selection;
    if (anchorNode === null || focusNode === null) return false;
    const { view, state } = editor;
    return (
      view.posAtDOM(anchorNode, anchorOffset) === state.selection.anchor &&
      view.posAtDOM(focusNode, focusOffset) === state.selection.head
    );
  });
}

/** Returns the transcript data, as JSON, that this browser keeps until the server has it. */
export function keptOnDevice(page: EvaluatingPage): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('longhand-editor');
        opening.addEventListener('error', () => reject(new Error('the store of the device can’t be read')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('unsaved').objectStore('unsaved').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          });
        });
      }),
  );
}

/** Number of frames for which a resting text has not moved: the editor corrects a scroll position for fewer. */
const restingFrames = 6;

/** Waits until the text no longer moves: what scrolls into view gets its real height late, and moves the rest. */
export async function textRests(page: EvaluatingPage): Promise<void> {
  await page.evaluate(async () => {
    Object.assign(globalThis, { standing: undefined });
    await document.fonts.ready;
  });
  await page.waitForFunction((wanted) => {
    const notes = globalThis as { standing?: { where: string; frames: number } };
    const main = document.querySelector('main');
    const where = `${main?.scrollTop} ${main?.scrollHeight} ${main?.clientWidth}`;
    if (notes.standing?.where !== where) notes.standing = { where, frames: 0 };
    return notes.standing.frames++ >= wanted;
  }, restingFrames);
}
