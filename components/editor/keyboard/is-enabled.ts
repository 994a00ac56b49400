import type { EditorServices } from '#components/editor/context.ts';
import type { Command } from './command';

/** Whether a command is available now, for this person: nothing can be changed in the reading view. */
export function isEnabledIn(services: EditorServices, command: Command): boolean {
  if (command.edits === true && (services.access.may === 'view' || services.view.get().isReading))
    return false;
  return command.isEnabled?.(services) ?? true;
}
