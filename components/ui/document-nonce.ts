/**
 * What the browser wants to see on a style sheet that is made within this page, by the page's content security policy:
 * the nonce that its own scripts came with. Empty on the server.
 */
export function documentNonce(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}
