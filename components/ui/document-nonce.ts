let known: string | undefined;

/**
 * The nonce of the page's own scripts, which its content security policy requires of style sheets created in the
 * page. Empty on the server.
 */
export function documentNonce(): string {
  if (typeof document === 'undefined') return '';
  // Read once: a refresh gives the layout's script the nonce of another request.
  known ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  return known;
}
