import type { Page } from 'playwright';
import { signInContext } from '../support/sign-in';
import type { Longhand } from '../start-longhand';

/** A piece of the document as the editor has it. */
export interface ShownMonologue {
  id: string;
  place: string;
  speaker: number;
  from: number;
  to: number;
  text: string;
}

/** Signs in and opens the job's transcript, ready to type. */
export async function openTranscript(
  page: Page,
  longhand: Pick<Longhand, 'baseUrl'>,
  account: { email: string; password: string },
  jobId: string,
): Promise<void> {
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}/editor/${jobId}`);
  await page.locator('[role=textbox][contenteditable=true] [data-monologue]').first().waitFor();
}

/** The monologues of the open transcript. Tiptap leaves its editor on the element it writes in. */
export function shownMonologues(page: Page): Promise<ShownMonologue[]> {
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

/** The document's JSON. */
export function documentJson(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { editor } = document.querySelector('[role=textbox]') as unknown as {
      editor: { getJSON(): unknown };
    };
    return JSON.stringify(editor.getJSON());
  });
}

/** Where the browser has the caret: the monologue's number and the characters before it. */
export function caretOf(page: Page): Promise<{ monologue: number; offset: number }> {
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

/** Puts the caret, or a selection, at characters of monologues, as the browser's own selection. */
export async function putCaret(
  page: Page,
  at: { monologue: number; offset: number },
  until = at,
): Promise<void> {
  await page.evaluate(
    async ([at, until]) => {
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
      // The editor takes it over with the event that follows.
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 20));
      });
    },
    [at, until] as const,
  );
}
