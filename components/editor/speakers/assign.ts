import { speakerTexts } from '#components/texts/speakers';
import type { EditedSpeaker } from '#lib/transcripts/edit';
import { inOneStep } from '../document/one-step';
import type { Room } from '../edit-room';
import { assignSpeaker, monologuesIn, type Scope } from './assign-speaker';

const texts = speakerTexts.said;

/** Gives what is in the scope to a speaker in one step of undo, and tells of it. */
export function assign(
  { editor, announce }: Pick<Room, 'editor' | 'announce'>,
  scope: Scope,
  speaker: EditedSpeaker,
): void {
  const count = monologuesIn(editor.state.doc, scope).length;
  const tr = assignSpeaker(editor.state, scope, speaker);
  if (tr === undefined) return announce(texts.same(speaker.name));
  inOneStep(editor.view, tr);
  announce(count > 1 ? texts.assignedMany(speaker.name, count) : texts.assigned(speaker.name));
}
