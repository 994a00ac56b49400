import * as historyTexts from '#messages/editor/history';
import * as importTexts from '#messages/editor/import';
import * as comparisonTexts from '#messages/editor/comparison';
import type { Command } from '#components/editor/context.ts';
import { togglePanel } from '#components/editor/keyboard/command.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';
import { goToChange } from '#components/editor/history/comparison/go-to-change.ts';

const isComparing = ({ openVersion }: EditorServices): boolean =>
  ['comparison', 'import'].includes(openVersion.get()?.kind ?? '');

/** The commands for earlier versions. */
export const historyCommands: readonly Command[] = [
  {
    id: 'history',
    title: historyTexts.title,
    group: 'document',
    keys: ['Mod+Shift+KeyH'],
    run: togglePanel('history'),
  },
  {
    id: 'compare',
    title: comparisonTexts.compareVersions,
    group: 'document',
    keys: ['Mod+Shift+KeyY'],
    run: (services) => void compareWithMachine(services),
  },
  {
    id: 'import',
    title: importTexts.command,
    keywords: importTexts.keywords,
    group: 'document',
    keys: [],
    edits: true,
    run: ({ overlay }) => overlay.set({ kind: 'import' }),
  },
  {
    id: 'next-change',
    title: comparisonTexts.nextChange,
    group: 'document',
    keys: ['Alt+ArrowDown'],
    isEnabled: isComparing,
    run: (services) => goToChange(services, 1),
  },
  {
    id: 'previous-change',
    title: comparisonTexts.previousChange,
    group: 'document',
    keys: ['Alt+ArrowUp'],
    isEnabled: isComparing,
    run: (services) => goToChange(services, -1),
  },
];

async function compareWithMachine(services: EditorServices): Promise<void> {
  await saveAll(services);
  services.openVersion.set({ kind: 'comparison', before: 0, after: services.sync.revision() });
}
