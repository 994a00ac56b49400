import { Plugin } from '@tiptap/pm/state';
import { shareOut } from './part-shares';

/*
 * A browser goes through all children of the text at every key, to see which of them are in sight and where each
 * stands: in five hours of speech that is half of what a key costs. ProseMirror wants the monologues side by side, so
 * the level between is made where it does not look: the text's element has a shadow tree, and in it each part is a slot
 * that shows its monologues. What is out of sight is then passed over part by part. The slots are the boxes themselves:
 * round a slot, another element would be an edge that a selection by mouse can't pass.
 */

/** Monologues of a part; one that has grown to more than twice that is divided. */
const size = 40;

/** Shorter texts gain nothing. */
const least = 200;

/** Out of sight a part is taken to be as high as its monologues are, with their lines, headers and paddings. */
const style = `slot {
  display: block;
  content-visibility: auto;
  contain-intrinsic-block-size: auto calc(
    var(--line) * var(--rows) + (1rem + var(--above)) * var(--count) +
    max(0rem, var(--head) - var(--line)) * var(--short)
  );
}`;

interface Part {
  slot: HTMLSlotElement;
  monologues: readonly Element[];
}

interface Parts {
  /** Takes in what has been added, removed and moved since it was asked last. */
  follow: () => void;
  /** Works out anew how high parts out of sight are taken to be. */
  estimate: () => void;
}

const known = new WeakMap<HTMLElement, Parts>();

/** Shows a long text in parts, in the browser that this is tested in: Chromium on a computer. */
export const inParts = (): Plugin =>
  new Plugin({
    view({ dom, state }) {
      if (!known.has(dom) && state.doc.childCount >= least && isTested()) known.set(dom, showInParts(dom));
      // A new monologue must be in a part before anybody scrolls to it.
      return { update: () => known.get(dom)?.follow() };
    },
  });

/** Works out anew how high the text's parts out of sight are taken to be, if it has any. */
export const estimateParts = (dom: HTMLElement): void => known.get(dom)?.estimate();

/** By the name that all browsers made of Chromium give themselves, on plain http too. */
const isTested = (): boolean =>
  /Chrome\//.test(navigator.userAgent) && !navigator.userAgent.includes('Android');

function showInParts(dom: HTMLElement): Parts {
  const shadow = dom.attachShadow({ mode: 'open', slotAssignment: 'manual' });
  dom.dataset['parts'] = '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  let parts: Part[] = [];
  const arrange = (): void => {
    const shares = shareOut(
      [...dom.children],
      parts.map(({ monologues }) => monologues),
      size,
    );
    const next = shares.map(({ part, elements }) =>
      filled((part === undefined ? undefined : parts[part]) ?? emptyPart(), elements),
    );
    for (const part of parts) if (!next.includes(part)) part.slot.remove();
    let behind: Node | null = null;
    for (const { slot } of next.toReversed()) {
      if (slot.parentNode !== shadow || slot.nextSibling !== behind) shadow.insertBefore(slot, behind);
      behind = slot;
    }
    parts = next;
  };
  const changes = new MutationObserver(arrange);
  changes.observe(dom, { childList: true });
  arrange();
  return {
    follow() {
      if (changes.takeRecords().length > 0) arrange();
    },
    estimate: () => parts.forEach(estimate),
  };
}

const emptyPart = (): Part => ({ slot: document.createElement('slot'), monologues: [] });

function filled(part: Part, monologues: readonly Element[]): Part {
  const { length } = part.monologues;
  if (length === monologues.length && part.monologues.every((one, i) => one === monologues[i])) return part;
  part.slot.assign(...monologues);
  part.monologues = monologues;
  estimate(part);
  return part;
}

function estimate({ slot, monologues }: Part): void {
  const rows = monologues.map((one) => {
    const { characters, perLine } = measuresOf(one);
    return Math.max(1, Math.ceil(characters / perLine));
  });
  slot.style.setProperty('--rows', String(rows.reduce((sum, one) => sum + one, 0)));
  slot.style.setProperty('--count', String(rows.length));
  slot.style.setProperty('--short', String(rows.filter((one) => one === 1).length));
}

function measuresOf(monologue: Element): { characters: number; perLine: number } {
  const valueOf = (element: Element | null, name: string): number =>
    element instanceof HTMLElement ? Number.parseFloat(element.style.getPropertyValue(name)) : Number.NaN;
  return {
    characters: valueOf(monologue, '--characters') || 0,
    perLine: valueOf(monologue.parentElement, '--characters-a-line') || 62,
  };
}
