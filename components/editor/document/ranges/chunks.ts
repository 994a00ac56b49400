import { Plugin } from '@tiptap/pm/state';
import { splitIntoChunks } from './split-into-chunks';

/*
 * At every key, a browser visits all children of the text to find the visible ones and their positions: in five
 * hours of speech, half of a key's cost. ProseMirror needs the monologues to be siblings, so the extra level is in a
 * shadow tree on the text's element: each chunk is a slot that shows its monologues, and a chunk out of view is
 * skipped as a whole. The slots are the boxes themselves: an element around a slot would be an edge that a mouse
 * selection can't cross.
 */

/** Monologues per chunk. A chunk that grows to more than twice that is split. */
const size = 40;

/** The minimum number of monologues; shorter texts gain nothing. */
const least = 200;

/** The height of a chunk out of view is estimated from its monologues' lines, headers and padding. */
const style = `slot {
  display: block;
  content-visibility: auto;
  contain-intrinsic-block-size: auto calc(
    var(--line) * var(--rows) + (1rem + var(--above)) * var(--count) +
    max(0rem, var(--head) - var(--line)) * var(--short)
  );
}`;

interface Chunk {
  slot: HTMLSlotElement;
  monologues: readonly Element[];
}

interface Chunks {
  /** Updates the chunks after monologues were added, removed or moved. */
  follow: () => void;
  /** Recalculates the estimated heights of chunks out of sight. */
  estimate: () => void;
}

const chunksByElement = new WeakMap<HTMLElement, Chunks>();

/** Divides a long text into chunks in the browser this is tested in: Chromium on a computer. */
export const chunkPlugin = (): Plugin =>
  new Plugin({
    view({ dom, state }) {
      if (!chunksByElement.has(dom) && state.doc.childCount >= least && isTested())
        chunksByElement.set(dom, createChunks(dom));
      // A new monologue must be in a chunk before it is scrolled to.
      return { update: () => chunksByElement.get(dom)?.follow() };
    },
  });

/** Recalculates the estimated heights of a text's chunks, if it has any. */
export const estimateChunks = (dom: HTMLElement): void => chunksByElement.get(dom)?.estimate();

/** Checks the user agent, which all Chromium browsers also have over plain HTTP. */
const isTested = (): boolean =>
  /Chrome\//.test(navigator.userAgent) && !navigator.userAgent.includes('Android');

function createChunks(dom: HTMLElement): Chunks {
  const shadow = dom.attachShadow({ mode: 'open', slotAssignment: 'manual' });
  dom.dataset['parts'] = '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  let chunks: Chunk[] = [];
  const arrange = (): void => {
    const assignments = splitIntoChunks(
      [...dom.children],
      chunks.map(({ monologues }) => monologues),
      size,
    );
    const next = assignments.map(({ chunk: part, elements }) =>
      fillChunk((part === undefined ? undefined : chunks[part]) ?? createChunk(), elements),
    );
    for (const chunk of chunks) if (!next.includes(chunk)) chunk.slot.remove();
    let behind: Node | null = null;
    for (const { slot } of next.toReversed()) {
      if (slot.parentNode !== shadow || slot.nextSibling !== behind) shadow.insertBefore(slot, behind);
      behind = slot;
    }
    chunks = next;
  };
  const changes = new MutationObserver(arrange);
  changes.observe(dom, { childList: true });
  arrange();
  return {
    follow() {
      if (changes.takeRecords().length > 0) arrange();
    },
    estimate: () => chunks.forEach(estimate),
  };
}

const createChunk = (): Chunk => ({ slot: document.createElement('slot'), monologues: [] });

function fillChunk(chunk: Chunk, monologues: readonly Element[]): Chunk {
  const { length } = chunk.monologues;
  if (length === monologues.length && chunk.monologues.every((element, i) => element === monologues[i]))
    return chunk;
  chunk.slot.assign(...monologues);
  chunk.monologues = monologues;
  estimate(chunk);
  return chunk;
}

function estimate({ slot, monologues }: Chunk): void {
  const rows = monologues.map((element) => {
    const { characters, perLine } = getMeasures(element);
    return Math.max(1, Math.ceil(characters / perLine));
  });
  slot.style.setProperty('--rows', String(rows.reduce((sum, count) => sum + count, 0)));
  slot.style.setProperty('--count', String(rows.length));
  slot.style.setProperty('--short', String(rows.filter((count) => count === 1).length));
}

function getMeasures(monologue: Element): { characters: number; perLine: number } {
  const getValue = (element: Element | null, name: string): number =>
    element instanceof HTMLElement ? Number.parseFloat(element.style.getPropertyValue(name)) : Number.NaN;
  return {
    characters: getValue(monologue, '--characters') || 0,
    perLine: getValue(monologue.parentElement, '--characters-a-line') || 62,
  };
}
