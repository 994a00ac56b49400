import type { Command, EditorServices, PanelId } from '#components/editor/context.ts';

/** True if a command is available now: edits aren't while the text is read-only or covered. */
export function isEnabledIn(services: EditorServices, command: Command): boolean {
  const { sync, view, openVersion } = services;
  const canEdit = sync.view().canEdit && !view.get().isReading && openVersion.get() === undefined;
  if (command.edits === true && !canEdit) return false;
  return command.isEnabled?.(services) ?? true;
}

/** The `run` of a command that opens a panel, or closes it if it is open. */
export const togglePanel =
  (id: PanelId) =>
  ({ panel }: EditorServices): void =>
    panel.set(panel.get() === id ? undefined : id);
