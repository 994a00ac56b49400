/**
 * Copies a text; false where the browser refuses. It gives no clipboard to pages over plain HTTP, apart from localhost:
 * there the text goes through a field.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    // The page must not scroll to it.
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return isCopied;
  }
}
