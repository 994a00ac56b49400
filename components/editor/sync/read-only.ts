import { Plugin } from '@tiptap/pm/state';
import { remoteMeta } from '#components/editor/document/patch-document.ts';

/**
 * Refuses all changes while the text is read-only: nothing would save them. What comes from the server
 * goes through.
 */
export const readOnlyPlugin = (isEditable: () => boolean): Plugin =>
  new Plugin({
    filterTransaction: (tr) => !tr.docChanged || tr.getMeta(remoteMeta) === true || isEditable(),
  });
