import * as texts from '#messages/editor/document';
import * as speakersTexts from '#messages/editor/speakers';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { getSpeakerName } from '#components/editor/speakers/change-speakers.ts';
import { getAttributes } from '#components/editor/document/to-document.ts';

/** The announcement after Enter: a paragraph was split, or an empty one changed its speaker. */
export function describeSplit(before: EditorState, { doc, selection }: EditorState): string {
  const index = selection.$head.index(0);
  const node = doc.child(index);
  const isSame = before.selection.empty && before.doc.childCount === doc.childCount;
  const isSwitched = isSame && getSpeaker(before.doc.child(index)) !== getSpeaker(node);
  return isSwitched
    ? speakersTexts.assigned({ name: getSpeakerName(doc, getSpeaker(node)) })
    : texts.splitDone();
}

/** The announcement after a merge, naming the speaker if two were merged; undefined if nothing was merged. */
export function describeMerge(before: EditorState, { doc, selection }: EditorState): string | undefined {
  const fewer = before.doc.childCount - doc.childCount;
  if (fewer < 1) return undefined;
  const index = selection.$head.index(0);
  const speakers = new Set(before.doc.children.slice(index, index + fewer + 1).map(getSpeaker));
  if (speakers.size < 2) return texts.mergeDone();
  return texts.mergeDoneSpeaker({ name: getSpeakerName(doc, getSpeaker(doc.child(index))) });
}

const getSpeaker = (node: Node): number => getAttributes(node).speaker;
