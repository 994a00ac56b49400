/*
 * The parts of the page that F6 goes round: the bar, the text, the panel and the player, in the order of the page.
 * Each is an element with `data-region`.
 */

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable=true], [tabindex]';

/** What had the focus last in each region. */
const lastIn = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next region, or with -1 to the one before, where it was there last. */
export function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll('[data-region]')].filter((one) => entryOf(one) !== undefined);
  const active = document.activeElement;
  const here = regions.findIndex((one) => one.contains(active));
  const from = regions[here];
  if (from !== undefined && active instanceof HTMLElement) lastIn.set(from, active);
  // From nowhere the first step leads to the text.
  const next = here < 0 ? regions.find((one) => one.matches('main')) : undefined;
  const there = next ?? regions[(here + step + regions.length) % regions.length];
  if (there === undefined || there === from) return;
  const last = lastIn.get(there);
  const entry = last !== undefined && there.contains(last) && isReachable(last) ? last : entryOf(there);
  entry?.focus({ preventScroll: there.matches('main') });
}

function entryOf(region: Element): HTMLElement | undefined {
  const inside = [...region.querySelectorAll<HTMLElement>(focusable)];
  // In the text the text itself comes first, not a button above it.
  const text = inside.find((one) => one.matches('.tiptap, [data-reading]') && isReachable(one));
  return text ?? inside.find((one) => one.tabIndex >= 0 && isReachable(one));
}

function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
