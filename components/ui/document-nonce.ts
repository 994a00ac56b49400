let known: string | undefined;

/** The CSP nonce for style sheets created in the page. Empty on the server. */
export function documentNonce(): string {
  if (typeof document === 'undefined') return '';
  // Read once: a refresh gives the layout's script another request's nonce.
  known ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  return known;
}
