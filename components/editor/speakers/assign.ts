import * as texts from '#messages/editor/speakers';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { assignSpeaker, monologuesIn, type Scope } from './assign-speaker';

/** Gives what is in the scope to a speaker in one step of undo, and announces it. */
export function assign(
  { editor, announce }: Pick<EditorServices, 'editor' | 'announce'>,
  scope: Scope,
  speaker: EditedSpeaker,
): void {
  const count = monologuesIn(editor.state.doc, scope).length;
  const tr = assignSpeaker(editor.state, scope, speaker);
  if (tr === undefined) return announce(texts.alreadyAssigned({ name: speaker.name }));
  singleUndoStep(editor.view, tr);
  announce(
    count > 1 ? texts.assignedMany({ name: speaker.name, count }) : texts.assigned({ name: speaker.name }),
  );
}
