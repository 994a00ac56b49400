import { savingTexts as texts } from '#components/texts/saving';
import type { Command } from '../commands/command';

/** What can be done about saving. */
export const savingCommands: readonly Command[] = [
  {
    id: 'save-now',
    title: texts.saveNow,
    group: 'document',
    keys: ['Mod+KeyS'],
    edits: true,
    run: ({ saving }) => void saving.saveNow(),
  },
];
