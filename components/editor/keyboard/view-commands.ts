import * as texts from '#messages/editor/commands';
import type { PanelId } from '#components/editor/layout/panel-id.ts';
import type { EditorContext } from '#components/editor/context.ts';
import type { Command } from './command';
import { goToRegion } from './regions';

const togglePanel =
  (id: PanelId) =>
  ({ panel, openPanel }: EditorContext): void =>
    openPanel(panel === id ? undefined : id);

/** What changes what is seen of the editor. */
export const viewCommands: readonly Command[] = [
  {
    id: 'palette',
    title: texts.allCommands,
    group: 'view',
    // Firefox keeps the first for its private window.
    keys: ['Mod+Shift+KeyP', 'F1'],
    run: ({ view }) => view.change({ palette: !view.palette }),
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
    run: ({ view }) => view.change({ reading: !view.reading }),
  },
  { id: 'leave-text', title: texts.nextRegion, group: 'view', keys: ['F6'], run: () => goToRegion(1) },
  {
    id: 'enter-text',
    title: texts.previousRegion,
    group: 'view',
    keys: ['Shift+F6'],
    run: () => goToRegion(-1),
  },
];
