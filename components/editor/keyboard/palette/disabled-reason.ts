import * as texts from '#messages/editor/palette';
import type { EditorServices } from '#components/editor/context.ts';
import type { Command } from '#components/editor/context.ts';

const reasons: Readonly<Record<string, () => string>> = {
  share: texts.ownerOnly,
  rename: texts.ownerOnly,
  undo: texts.nothingToUndo,
  redo: texts.nothingToRedo,
  'next-change': texts.noComparison,
  'previous-change': texts.noComparison,
};

/** The reason why a command is unavailable. */
export function getDisabledReason(
  {
    access,
    view,
    player,
    sync,
    openVersion,
  }: Pick<EditorServices, 'access' | 'view' | 'player' | 'sync' | 'openVersion'>,
  { id, group, edits }: Command,
): string {
  // Saving requires permission to edit.
  const isEdit = edits === true || id === 'save-now';
  if (isEdit && access.may === 'view') return texts.viewOnly();
  if (isEdit && !sync.view().canEdit) return texts.readOnly();
  if (isEdit && view.get().isReading) return texts.readingView();
  if (isEdit && openVersion.get() !== undefined) return texts.versionOpen();
  if (group === 'sound' && player.state().kind !== 'ready') return texts.noRecording();
  return (reasons[id] ?? texts.notAvailable)();
}
