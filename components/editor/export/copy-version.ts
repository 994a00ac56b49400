import type { Edit } from '#lib/transcripts/edit';
import { readFromDoor } from '../ask-door';
import { editOf } from '../document/to-document';
import type { Room } from '../edit-room';
import { copyRichText, type Copied } from './copy-rich-text';
import { richTextOf, type Chosen, type RichText } from './rich-text';

/** Copies a version as rich text; the latest is what stands in the editor, saved or not. */
export function copyVersion(room: Room, version: string, chosen: Chosen): Promise<Copied> {
  return copyRichText(textOf(room, version, chosen));
}

async function textOf(room: Room, version: string, chosen: Chosen): Promise<RichText> {
  if (version === 'latest') return richTextOf(editOf(room.editor.state.doc), room.words, chosen);
  const read = await readFromDoor<Edit>(room, `revisions/${version === 'machine' ? 0 : version}`);
  if ('trouble' in read) throw new Error(read.trouble);
  return richTextOf(read.value, room.words, chosen);
}
