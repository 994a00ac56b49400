import * as texts from '#messages/editor/commands';
import { togglePanel } from '#components/editor/layout/open-panel.ts';
import { setReading } from '#components/editor/layout/view.ts';
import { chooseTheme, themes } from '#components/shell/theme/theme.ts';
import type { Command } from './command';
import { togglePalette } from './palette/open-palette';
import { goToRegion } from './regions';

/** What changes what is seen of the editor. */
export const viewCommands: readonly Command[] = [
  {
    id: 'palette',
    title: texts.allCommands,
    group: 'view',
    // Firefox keeps the first for its private window.
    keys: ['Mod+Shift+KeyP', 'F1'],
    run: togglePalette,
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
