import type { RichText } from './rich-text';

/** What has been copied; undefined when the browser did not let us. */
export type Copied = 'rich' | undefined;

/**
 * Copies a text, as rich text where the browser can. It must be called while a press or a click is being handled: the
 * text may come later.
 */
export async function copyRichText(text: Promise<RichText>): Promise<Copied> {
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

/** The way of browsers without the clipboard's interface, and of pages over plain HTTP. */
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
