import * as historyTexts from '#messages/editor/history';
import * as comparisonTexts from '#messages/editor/comparison';
import type { Command } from '#components/editor/keyboard/command.ts';
import { togglePanel } from '#components/editor/layout/open-panel.ts';
import type { EditorContext } from '#components/editor/context.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';
import { goToChange } from '#components/editor/history/comparison/go-to-change.ts';

const isComparing = ({ openVersion }: EditorContext): boolean => openVersion.get()?.kind === 'comparison';

/** What can be done with earlier versions. */
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
    run: (context) => void compareWithMachine(context),
  },
  {
    id: 'next-change',
    title: comparisonTexts.nextChange,
    group: 'document',
    keys: ['Alt+ArrowDown'],
    isEnabled: isComparing,
    run: (context) => goToChange(context, 1),
  },
  {
    id: 'previous-change',
    title: comparisonTexts.previousChange,
    group: 'document',
    keys: ['Alt+ArrowUp'],
    isEnabled: isComparing,
    run: (context) => goToChange(context, -1),
  },
];

async function compareWithMachine(context: EditorContext): Promise<void> {
  await saveAll(context);
  context.openVersion.set({ kind: 'comparison', before: 0, after: context.sync.revision() });
}
