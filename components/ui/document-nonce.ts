let known: string | undefined;

/**
 * What the browser wants to see on a style sheet that is made within this page, by the page's content security policy:
 * the nonce that its own scripts came with. Empty on the server.
 */
export function documentNonce(): string {
  if (typeof document === 'undefined') return '';
  // It stays the page's own: a refresh gives the layout, and the script in it, the nonce of another request.
  known ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  return known;
}
