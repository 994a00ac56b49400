import type { ChangeOrUnchanged } from '#lib/transcript/diff/choose-changes';
import type { Edit, EditChange } from '#lib/transcript/edit';

/** A comment in the file; `monologue` is the ID of the paragraph it is on. */
export interface FileComment {
  author: string;
  date?: string;
  text: string;
  anchor?: string;
  monologue?: string;
}

/** A file as a change to the revision `base`, with words from index `firstWord` on. */
export interface ImportPreview {
  name: string;
  base: Edit;
  firstWord: number;
  change: EditChange;
  divided: ChangeOrUnchanged[];
  comments: FileComment[];
}
