let known: string | undefined;

/** The nonce that the content security policy requires of style sheets made in the page. Empty on the server. */
export function documentNonce(): string {
  if (typeof document === 'undefined') return '';
  // Read once: a refresh gives the layout's script the nonce of another request.
  known ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  return known;
}
