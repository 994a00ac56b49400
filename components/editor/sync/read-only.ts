import { Plugin } from '@tiptap/pm/state';
import { remoteMeta } from '#components/editor/document/patch-document.ts';

/** Refuses changes while the text is read-only, as nothing would save them; what the server sends goes through. */
export const readOnlyPlugin = (isEditable: () => boolean): Plugin =>
  new Plugin({
    filterTransaction: (tr) => !tr.docChanged || tr.getMeta(remoteMeta) === true || isEditable(),
  });
