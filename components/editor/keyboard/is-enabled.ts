import type { EditorServices } from '#components/editor/context.ts';
import type { Command } from './command';

/** Whether a command is available now: nothing can be changed where the text is read-only, or in the reading view. */
export function isEnabledIn(services: EditorServices, command: Command): boolean {
  const { sync, view } = services;
  if (command.edits === true && (!sync.view().canEdit || view.get().isReading)) return false;
  return command.isEnabled?.(services) ?? true;
}
