import type { Edit } from '#lib/transcript/edit';
import { editorRequestJson } from '#components/editor/api/editor-request.ts';
import { toEdit } from '#components/editor/document/to-document.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { copyRichText, type Copied } from './copy-rich-text';
import { toRichText, type ContentOptions, type RichText } from './rich-text';

/** Copies a version as rich text; the latest is what stands in the editor, saved or not. */
export function copyVersion(
  services: EditorServices,
  version: string,
  options: ContentOptions,
): Promise<Copied> {
  return copyRichText(readRichText(services, version, options));
}

async function readRichText(
  services: EditorServices,
  version: string,
  options: ContentOptions,
): Promise<RichText> {
  if (version === 'latest') return toRichText(toEdit(services.editor.state.doc), services.words, options);
  const read = await editorRequestJson<Edit>(services, `revisions/${version === 'machine' ? 0 : version}`);
  if ('error' in read) throw new Error(read.error);
  return toRichText(read.value, services.words, options);
}
