import type { EditorContext } from '#components/editor/context.ts';
import type { Command } from './command';

/** Whether a command is available now, for this person: nothing can be changed in the reading view. */
export function isEnabledIn(context: EditorContext, command: Command): boolean {
  if (command.edits === true && (context.access.may === 'view' || context.view.get().isReading)) return false;
  return command.isEnabled?.(context) ?? true;
}
