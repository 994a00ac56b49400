import * as texts from '#messages/editor/commands';
import { togglePanel } from '#components/editor/keyboard/command.ts';
import { setReading } from '#components/editor/reading/view.ts';
import { chooseTheme, themes } from '#components/shell/theme/theme.ts';
import type { Command } from '#components/editor/context.ts';

/** The commands that change the view. */
export const viewCommands: readonly Command[] = [
  {
    id: 'palette',
    title: texts.allCommands,
    group: 'view',
    // Firefox reserves the first key for its private window.
    keys: ['Mod+Shift+KeyP', 'F1'],
    run: ({ palette }) =>
      palette.set(palette.get() === undefined ? { before: document.activeElement } : undefined),
  },
  {
    id: 'shortcuts',
    title: texts.shortcuts,
    group: 'view',
    keys: ['Mod+Slash'],
    run: togglePanel('shortcuts'),
  },
  {
    id: 'settings',
    title: texts.settings,
    group: 'view',
    keys: ['Mod+Comma'],
    run: togglePanel('settings'),
  },
  {
    id: 'reading-view',
    title: texts.readingView,
    group: 'view',
    keys: ['Mod+KeyE'],
    run: (services) => setReading(services, !services.view.get().isReading),
  },
  ...themes.map((theme): Command => ({
    id: `theme-${theme}`,
    title: texts.themes[theme],
    group: 'view',
    keys: [],
    run({ announce }) {
      chooseTheme(theme);
      announce(texts.themes[theme]());
    },
  })),
  { id: 'leave-text', title: texts.nextRegion, group: 'view', keys: ['F6'], run: () => goToRegion(1) },
  {
    id: 'enter-text',
    title: texts.previousRegion,
    group: 'view',
    keys: ['Shift+F6'],
    run: () => goToRegion(-1),
  },
];

/* The regions that F6 cycles through, in page order: elements with `data-region`. */

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable=true], [tabindex]';

/** The last focused element of each region. */
const lastFocused = new WeakMap<Element, HTMLElement>();

/** Moves the focus to the next (1) or previous (-1) region, to the element last focused there. */
function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll('[data-region]')].filter(
    (element) => findEntry(element) !== undefined,
  );
  const active = document.activeElement;
  const here = regions.findIndex((element) => element.contains(active));
  const from = regions[here];
  if (from !== undefined && active instanceof HTMLElement) lastFocused.set(from, active);
  // Without a focused region, the first step leads to the text.
  const next = here < 0 ? regions.find((element) => element.matches('main')) : undefined;
  const there = next ?? regions[(here + step + regions.length) % regions.length];
  if (there === undefined || there === from) return;
  const last = lastFocused.get(there);
  const entry = last !== undefined && there.contains(last) && isReachable(last) ? last : findEntry(there);
  entry?.focus({ preventScroll: there.matches('main') });
}

function findEntry(region: Element): HTMLElement | undefined {
  const inside = [...region.querySelectorAll<HTMLElement>(focusable)];
  // In the text region, prefers the text itself over a button above it.
  const text = inside.find((element) => element.matches('.tiptap, [data-reading]') && isReachable(element));
  return text ?? inside.find((element) => element.tabIndex >= 0 && isReachable(element));
}

function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
