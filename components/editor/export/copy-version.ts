import { readVersion } from '#components/editor/api/editor-request.ts';
import { toEdit } from '#components/editor/document/to-document.ts';
import type { EditorServices } from '#components/editor/context.ts';
import type { ExportTemplate } from '#lib/transcript/text/export-template';
import { toRichText, type RichText } from './rich-text';

/** Copies a version as rich text. The latest is the editor's text, saved or not. */
export function copyVersion(
  services: EditorServices,
  version: string,
  template: ExportTemplate,
): Promise<Copied> {
  return copyRichText(readRichText(services, version, template));
}

async function readRichText(
  services: EditorServices,
  version: string,
  template: ExportTemplate,
): Promise<RichText> {
  const style = { ...services.settings.get(), ...template };
  if (version === 'latest') return toRichText(toEdit(services.editor.state.doc), services.words, style);
  const read = await readVersion(services, version === 'machine' ? 0 : Number(version));
  if ('error' in read) throw new Error(read.error);
  return toRichText(read.value, services.words, style);
}

/** The kind of copy; undefined if the browser refused. */
type Copied = 'rich' | undefined;

/** Copies a text, as rich text if possible. Call it while handling a key or click; the text can resolve later. */
async function copyRichText(text: Promise<RichText>): Promise<Copied> {
  try {
    const item = new ClipboardItem({
      'text/html': text.then(({ html }) => new Blob([html], { type: 'text/html' })),
      'text/plain': text.then(({ text }) => new Blob([text], { type: 'text/plain' })),
    });
    await navigator.clipboard.write([item]);
    return 'rich';
  } catch {
    return copyByEvent(await text.catch(() => undefined));
  }
}

/** The fallback for browsers without the clipboard API, and for pages over plain HTTP. */
function copyByEvent(text: RichText | undefined): Copied {
  if (text === undefined) return undefined;
  let copied: Copied;
  const listener = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/html', text.html);
    event.clipboardData?.setData('text/plain', text.text);
    copied = event.clipboardData === null ? undefined : 'rich';
  };
  document.addEventListener('copy', listener, { capture: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', listener, { capture: true });
  return isDone ? copied : undefined;
}
