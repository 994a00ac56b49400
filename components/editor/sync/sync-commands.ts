import * as texts from '#messages/editor/sync';
import type { Command } from '#components/editor/keyboard/command.ts';

/** What can be done about saving. */
export const syncCommands: readonly Command[] = [
  {
    id: 'save-now',
    title: texts.saveNow,
    group: 'document',
    keys: ['Mod+KeyS'],
    isEnabled: ({ sync, view }) => sync.view().canEdit && !view.get().isReading,
    run: ({ sync }) => void sync.saveNow(),
  },
];
