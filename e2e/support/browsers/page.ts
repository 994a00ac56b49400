import { waitFor } from '#e2e/support/wait';
import { drivers, type Driver, type EvaluatingPage, type Point } from './driver';

/** An element of the page: the first visible one with this selector, and with this accessible name if given. */
export interface Target {
  selector: string;
  name?: string | RegExp;
}

/** A driver's page as the cases use it: each method first waits for what it needs. */
export interface DrivenPage extends EvaluatingPage {
  driver: Driver;
  /** Presses keys one after the other; the keys of `Control+KeyZ` are held together. */
  press(...keys: string[]): Promise<void>;
  /** Types text key by key. */
  type(text: string): Promise<void>;
  /** Waits until the element has stopped moving and can receive a click, and clicks it. */
  click(target: Target): Promise<void>;
  /**
   * Clicks twice at a point, until the browser fires a double click: on a slow machine the clicks are too far apart.
   */
  doubleClick(point: Point): Promise<void>;
  /** Waits for the element, and returns its text. */
  getText(target: Target): Promise<string>;
  /** Clicks a field and replaces its text. */
  fillIn(target: Target, text: string): Promise<void>;
  /** Waits until the address of the page matches. */
  hasAddress(pattern: RegExp): Promise<void>;
  /** Closes the browser. */
  close(): Promise<void>;
}

/** The selectors of the roles that the cases look for. */
export const roles = {
  button: 'button, [role=button], input[type=submit]',
  link: 'a[href]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], textarea',
} as const;

/** Returns the page of a driver. */
export function drivePage(driver: Driver): DrivenPage {
  drivers.add(driver);
  const run = async (work: (argument: never) => unknown, argument: unknown): Promise<unknown> => {
    const { value, error } = JSON.parse(await driver.evaluate(toExpression(work, argument))) as Answer;
    if (error !== undefined) throw new Error(error);
    return value;
  };
  /** Like `waitFor`; a page that is being left can't answer, so the next one is asked again. */
  const waitInPage = <T>(what: string, work: (argument: never) => T, argument: unknown) =>
    waitFor(what, async () => {
      const answer = await driver.evaluate(toExpression(work, argument)).catch(() => '{}');
      const { value, error } = JSON.parse(answer) as Answer;
      if (error !== undefined) throw new Error(error);
      return (value as Awaited<T> | null) || undefined;
    });
  const find = ({ selector, name }: Target) => {
    const wanted = name instanceof RegExp ? { pattern: name.source } : { name };
    return waitInPage(`${selector} ${String(name ?? '')}`, findElement, { selector, ...wanted });
  };
  const page: DrivenPage = {
    driver,
    evaluate: (work: (argument: never) => unknown, argument?: unknown) => run(work, argument) as never,
    waitForFunction: (work: (argument: never) => unknown, argument?: unknown) =>
      waitInPage(String(work).slice(0, 300), work, argument),
    async press(...chords) {
      for (const chord of chords) await driver.press(chord.split('+'));
    },
    async type(text) {
      for (const character of text) await driver.press([character === ' ' ? 'Space' : character]);
    },
    async click(target) {
      const { x, y } = await waitFor(
        `${target.selector} ${String(target.name ?? '')} to stand still`,
        async () => {
          const [before, now] = [await find(target), await find(target)];
          const rests = before.x === now.x && before.y === now.y && now.receives;
          return rests ? now : undefined;
        },
      );
      await driver.click({ x, y });
    },
    async doubleClick(point) {
      await page.evaluate(() => {
        const note = (): void => void Object.assign(globalThis, { hasDoubleClicked: true });
        Object.assign(globalThis, { hasDoubleClicked: false });
        addEventListener('dblclick', note, { capture: true, once: true });
      });
      await waitFor('a double click', async () => {
        await driver.click(point, { count: 2 });
        const isDone = () => (globalThis as { hasDoubleClicked?: boolean }).hasDoubleClicked;
        return (await page.evaluate(isDone)) || undefined;
      });
    },
    getText: async (target) => (await find(target)).text,
    async fillIn(target, text) {
      await page.click(target);
      await page.press('Control+KeyA');
      await page.type(text);
    },
    hasAddress: async (pattern) =>
      void (await page.waitForFunction((source) => new RegExp(source).test(location.href), pattern.source)),
    async close() {
      drivers.delete(driver);
      await driver.close();
    },
  };
  return page;
}

interface Answer {
  value?: unknown;
  error?: string;
}

function toExpression(work: (argument: never) => unknown, argument: unknown): string {
  // The compiler of these files wraps inner functions in a helper, `__name`.
  return `(async () => {
    const __name = (named) => named;
    try {
      const value = await (${String(work)})(${argument === undefined ? '' : JSON.stringify(argument)});
      return JSON.stringify({ value });
    } catch (error) {
      return JSON.stringify({ error: String(error?.stack ?? error) });
    }
  })()`;
}

interface Found {
  x: number;
  y: number;
  /** True if a click at its center reaches it. */
  receives: boolean;
  text: string;
}

/** Runs in the page: scrolls the first visible match into view, and returns its center. */
function findElement({
  selector,
  name,
  pattern,
}: {
  selector: string;
  name?: string;
  pattern?: string;
}): Found | null {
  const getName = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const by = labelledBy.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const own = (element as HTMLElement).innerText ?? element.textContent ?? '';
    const given =
      element.getAttribute('aria-label') ?? (by || labels.map((label) => label.innerText).join(' '));
    return (given || own).replace(/\s+/gu, ' ').trim();
  };
  const fits = (element: Element): boolean =>
    pattern === undefined
      ? name === undefined || getName(element) === name
      : new RegExp(pattern, 'u').test(getName(element));
  const isDrawn = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const element = [...document.querySelectorAll(selector)].find((one) => isDrawn(one) && fits(one));
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return {
    x,
    y,
    receives: hit !== null && (element.contains(hit) || hit.contains(element)),
    text: (element as HTMLElement).innerText,
  };
}
