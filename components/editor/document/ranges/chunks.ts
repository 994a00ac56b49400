import { Plugin } from '@tiptap/pm/state';
import { splitIntoChunks } from './split-into-chunks';

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

/** Shows a long text in parts, in the browser that this is tested in: Chromium on a computer. */
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

/** By the user agent of all Chromium browsers, which is also there on plain HTTP. */
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
