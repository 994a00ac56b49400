import type { EditorServices } from '#components/editor/context.ts';
import type { Command } from './command';

/** Whether a command is available now: nothing can be changed where the text is read-only or something stands in its place. */
export function isEnabledIn(services: EditorServices, command: Command): boolean {
  const { sync, view, openVersion } = services;
  const canEdit = sync.view().canEdit && !view.get().isReading && openVersion.get() === undefined;
  if (command.edits === true && !canEdit) return false;
  return command.isEnabled?.(services) ?? true;
}
