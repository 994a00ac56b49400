import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import { waitFor } from '#e2e/support/wait';

/** The focused element, by the role and name that the browser exposes to assistive technology. */
interface Stop {
  role: string;
  name: string;
}

/** Frames after which nothing that opens, such as a dialog, sets the focus again. */
const countOpeningFrames = 4;
/** Frames after which nothing that disappears takes the focus with it. */
const countChangeFrames = 12;

/** A page used by a person without a pointer. */
export interface Hands {
  press(...keys: string[]): Promise<void>;
  /** Moves the focus to the beginning of the text in an editor that has just opened. */
  intoText(): Promise<void>;
  type(text: string): Promise<void>;
  /** Waits until this has the focus, and still has it some frames later: an opening dialog sets it again. */
  isOn(role: string, name: string | RegExp): Promise<void>;
  /** Waits until a visible element has the focus and keeps it. */
  keepsFocus(): Promise<void>;
  /** Presses Tab until this has the focus; each stop on the way must have a name and show the focus. */
  tabTo(
    role: string,
    name: string | RegExp,
    options?: { by?: 'Tab' | 'Shift+Tab'; maxPresses?: number },
  ): Promise<void>;
  /**
   * Presses Tab from the first stop of a part of the page to the last, and returns them. The focus stays in the part.
   */
  walk(part: string): Promise<string[]>;
  /** Chooses in the focused list with the arrow keys. */
  select(label: string): Promise<void>;
  /** Moves down an open menu with the arrow keys to the item of this name, and presses Enter. */
  choose(name: string | RegExp): Promise<void>;
  /** Runs a command by its name in the palette. */
  command(name: string): Promise<void>;
}

/** Returns keyboard-only controls for this page. */
export async function handsOn(page: Page): Promise<Hands> {
  const browser = await page.context().newCDPSession(page);

  async function focused(): Promise<Stop> {
    const { result } = await browser.send('Runtime.evaluate', { expression: 'document.activeElement' });
    if (result.objectId === undefined || result.className === 'HTMLBodyElement')
      return { role: 'body', name: '' };
    const { objectId } = result;
    const { nodes } = await browser.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    });
    return { role: String(nodes[0]?.role?.value), name: String(nodes[0]?.name?.value ?? '') };
  }

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  /** Returns the current stop, which must have a name; the previous one must look different without the focus. */
  async function visit(): Promise<Stop> {
    const unseen = await page.evaluate(look);
    assert.equal(unseen, undefined, `nothing shows that it has the focus: ${unseen}`);
    const stop = await focused();
    assert.ok(stop.role === 'body' || stop.name !== '', `a ${stop.role} has no name`);
    return stop;
  }

  /** Waits until a visible element has had the focus for this many frames. */
  async function rests(frames: number): Promise<void> {
    await page.evaluate(() => Object.assign(globalThis, { resting: undefined }));
    await page.waitForFunction(hasRested, frames);
  }

  async function isOn(role: string, name: string | RegExp): Promise<void> {
    let last: Stop | undefined;
    const look = async (): Promise<boolean> => isIt((last = await focused()), role, name);
    try {
      await waitFor('the focus', async () => {
        if (!(await look())) return undefined;
        await rests(countOpeningFrames);
        return (await look()) || undefined;
      });
    } catch (error) {
      const has = last === undefined ? 'nothing' : shown(last);
      throw new Error(`${has} has the focus, not ${role} ${String(name)}`, { cause: error });
    }
  }

  return {
    press,
    async intoText() {
      await press('F6');
      await isOn('textbox', /^Transcript of/);
      await press('Control+Home');
    },
    type: (text) => page.keyboard.type(text),
    isOn,
    keepsFocus: () => rests(countChangeFrames),
    async tabTo(role, name, { by = 'Tab', maxPresses = 60 } = {}) {
      const seen: string[] = [];
      await page.evaluate(() => Object.assign(globalThis, { lastStop: undefined }));
      for (let pressed = 0; pressed <= maxPresses; pressed++) {
        const stop = await visit();
        if (isIt(stop, role, name)) return;
        seen.push(shown(stop));
        await press(by);
      }
      assert.fail(`${by} never reached ${role} ${String(name)}, only ${seen.join(', ')}`);
    },
    async walk(part) {
      const seen: string[] = [];
      await page.evaluate(() => Object.assign(globalThis, { lastStop: undefined, firstStop: undefined }));
      // A dialog traps the focus: there the walk ends where it began.
      for (let pressed = 0; pressed < 90 && (await page.evaluate(isOnTheWay, part)); pressed++) {
        const stop = shown(await visit());
        if (seen.at(-1) !== stop) seen.push(stop);
        await press('Tab');
      }
      await visit();
      await press('Shift+Tab');
      return seen;
    },
    async select(label) {
      await press('Home');
      for (let pressed = 0; pressed < 30; pressed++) {
        if ((await page.evaluate(chosen)) === label) return;
        await press('ArrowDown');
      }
      assert.fail(`the arrows never reached ${label}`);
    },
    async choose(name) {
      await page.waitForFunction(() => document.activeElement?.closest('[role=menu]') !== null);
      const seen: string[] = [];
      for (let pressed = 0; pressed < 30; pressed++) {
        const stop = await focused();
        if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return press('Enter');
        seen.push(shown(stop));
        await press('ArrowDown');
      }
      assert.fail(`the arrows never reached ${String(name)}, only ${seen.join(', ')}`);
    },
    async command(name) {
      await press('F1');
      await isOn('textbox', 'Search commands');
      await page.keyboard.type(name);
      await page.waitForFunction(
        (text) => document.querySelector('[role=option]')?.textContent?.startsWith(text),
        name,
      );
      await press('Enter');
      await page.getByRole('textbox', { name: 'Search commands' }).waitFor({ state: 'detached' });
    },
  };
}

const shown = ({ role, name }: Stop): string => `${role} “${name}”`;

function isIt(stop: Stop, role: string, name: string | RegExp): boolean {
  return stop.role === role && (typeof name === 'string' ? stop.name === name : name.test(stop.name));
}

/* The functions below run in the page. */

/**
 * Records the appearance of the focused element and its surroundings; returns the previous stop if it looks the same
 * without the focus.
 */
function look(): string | undefined {
  interface Looks {
    element: Element;
    parts: Map<Element, string>;
  }
  const notes = globalThis as { lastStop?: Looks };
  const active = document.activeElement ?? document.body;
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const before = notes.lastStop;
  const parent = active.parentElement;
  const around = [active, active.nextElementSibling, parent, parent?.parentElement, active.closest('main')];
  const parts = [...around, ...(before?.parts.keys() ?? [])].filter(
    (element) => element !== null && element !== undefined,
  );
  const now = new Map(
    parts.map((element) => {
      const style = getComputedStyle(element);
      const outline = [style.outlineStyle, style.outlineWidth, style.outlineColor];
      return [element, [...outline, style.boxShadow, style.borderColor, style.backgroundColor].join(' ')];
    }),
  );
  notes.lastStop = { element: active, parts: new Map([...now].filter(([part]) => around.includes(part))) };
  if (before === undefined || before.element === active || before.element === document.body) return undefined;
  // A heading may receive the focus, but is no stop.
  const isStop = before.element instanceof HTMLElement && before.element.tabIndex >= 0;
  // The text shows the focus by the edge of its page, as does everything on that page.
  const isSamePage = before.element.matches('.tiptap') && before.element.closest('main')?.contains(active);
  if (!before.element.isConnected || !isStop || isSamePage === true) return undefined;
  const differs = [...before.parts].some(([part, was]) => !part.contains(active) && now.get(part) !== was);
  return differs ? undefined : before.element.outerHTML.slice(0, 200);
}

/** True if the focus is in this part of the page, and not back at its first stop. */
function isOnTheWay(part: string): boolean {
  const notes = globalThis as { firstStop?: Element };
  const active = document.activeElement;
  if (active?.closest(part) == null || active === notes.firstStop) return false;
  // A heading that has the focus when the part opens is no Tab stop.
  if (notes.firstStop === undefined && active instanceof HTMLElement && active.tabIndex >= 0)
    notes.firstStop = active;
  return true;
}

/** Called at each frame: true if the same visible element has had the focus for this many, and nothing moves. */
function hasRested(wanted: number): boolean {
  const notes = globalThis as { resting?: { element: Element; frames: number } | undefined };
  const active = document.activeElement;
  const isThere = active !== null && active !== document.body && active.checkVisibility();
  // A dialog or menu returns the focus once it has faded out.
  const isMoving = document
    .getAnimations()
    .some((animation) => animation instanceof CSSTransition && animation.playState === 'running');
  if (!isThere || isMoving) {
    notes.resting = undefined;
    return false;
  }
  if (notes.resting?.element !== active) notes.resting = { element: active, frames: 0 };
  return ++notes.resting.frames > wanted;
}

function chosen(): string | undefined {
  const active = document.activeElement;
  return active instanceof HTMLSelectElement ? active.selectedOptions[0]?.text : undefined;
}
