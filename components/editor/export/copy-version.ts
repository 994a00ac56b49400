import type { Edit } from '#lib/transcript/edit';
import { editorRequestJson } from '#components/editor/api/editor-request.ts';
import { toEdit } from '#components/editor/document/to-document.ts';
import type { EditorContext } from '#components/editor/context.ts';
import { copyRichText, type Copied } from './copy-rich-text';
import { toRichText, type ContentOptions, type RichText } from './rich-text';

/** Copies a version as rich text; the latest is what stands in the editor, saved or not. */
export function copyVersion(
  context: EditorContext,
  version: string,
  options: ContentOptions,
): Promise<Copied> {
  return copyRichText(readRichText(context, version, options));
}

async function readRichText(
  context: EditorContext,
  version: string,
  options: ContentOptions,
): Promise<RichText> {
  if (version === 'latest') return toRichText(toEdit(context.editor.state.doc), context.words, options);
  const read = await editorRequestJson<Edit>(context, `revisions/${version === 'machine' ? 0 : version}`);
  if ('error' in read) throw new Error(read.error);
  return toRichText(read.value, context.words, options);
}
