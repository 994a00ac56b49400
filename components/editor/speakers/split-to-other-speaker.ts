import type { Node } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { getAttributes, getSpeakers, getText } from '#components/editor/document/to-document.ts';
import { splitAsSet } from '#components/editor/document/sentences/capitalize.ts';
import type { EditorSettings } from '#components/editor/settings/editor-settings.ts';
import { newSpeaker } from './change-speakers';

/** Starts a paragraph for the previous other speaker, or a new one. At a paragraph's start, changes its speaker. */
export function splitToOtherSpeaker(
  state: EditorState,
  settings: Pick<EditorSettings, 'capitalizeAfterSplit'>,
  numbered: (n: number) => string,
  language?: string,
): Transaction {
  const { doc, selection } = state;
  const { $from } = TextSelection.between(selection.$from, selection.$to);
  const before = getText($from.parent, 0, $from.parentOffset);
  const tr = selection.empty && before.trim() === '' ? state.tr : splitAsSet(state, settings, language);
  const speakers = getSpeakers(doc);
  let speaker = findOtherSpeaker(doc, $from.index(0));
  if (speaker === undefined) {
    const added = newSpeaker(speakers, '', numbered);
    tr.setDocAttribute('speakers', [...speakers, added]);
    speaker = added.id;
  }
  return tr.setNodeAttribute(tr.selection.$head.before(1), 'speaker', speaker).scrollIntoView();
}

/** The other speaker near a monologue; undefined if the document has only one. */
function findOtherSpeaker(doc: Node, index: number): number | undefined {
  const { speaker } = getAttributes(doc.child(index));
  const others = getSpeakers(doc).filter(({ id }) => id !== speaker);
  if (others.length < 2) return others[0]?.id;
  for (let i = index - 1; i >= 0; i--) {
    const earlier = getAttributes(doc.child(i)).speaker;
    if (earlier !== speaker) return earlier;
  }
  return others[0]?.id;
}
