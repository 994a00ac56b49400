/*
 * The parts of the page that F6 goes round: the bar, the text, the panel and the player, in the order of the page.
 * Each is an element with `data-region`.
 */

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable=true], [tabindex]';

/** What had the focus last in each region. */
const lastFocused = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next region, or with -1 to the one before, where it was there last. */
export function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll('[data-region]')].filter(
    (element) => findEntry(element) !== undefined,
  );
  const active = document.activeElement;
  const here = regions.findIndex((element) => element.contains(active));
  const from = regions[here];
  if (from !== undefined && active instanceof HTMLElement) lastFocused.set(from, active);
  // From nowhere the first step leads to the text.
  const next = here < 0 ? regions.find((element) => element.matches('main')) : undefined;
  const there = next ?? regions[(here + step + regions.length) % regions.length];
  if (there === undefined || there === from) return;
  const last = lastFocused.get(there);
  const entry = last !== undefined && there.contains(last) && isReachable(last) ? last : findEntry(there);
  entry?.focus({ preventScroll: there.matches('main') });
}

function findEntry(region: Element): HTMLElement | undefined {
  const inside = [...region.querySelectorAll<HTMLElement>(focusable)];
  // In the text the text itself comes first, not a button above it.
  const text = inside.find((element) => element.matches('.tiptap, [data-reading]') && isReachable(element));
  return text ?? inside.find((element) => element.tabIndex >= 0 && isReachable(element));
}

function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
