import { Plugin } from '@tiptap/pm/state';
import { remoteMeta } from '#components/editor/document/patch-document.ts';

/** Rejects edits while the text is read-only, as they wouldn't be saved. Remote changes still apply. */
export const readOnlyPlugin = (isEditable: () => boolean): Plugin =>
  new Plugin({
    filterTransaction: (tr) => !tr.docChanged || tr.getMeta(remoteMeta) === true || isEditable(),
  });
